// Every kind of public change, on a small world.

import {
  reinstateWriter,
  suspendWriter,
  unverifyWriter,
  verifyWriter,
} from '../../../src/operations/accounts/writers.ts';
import { saveProfile } from '../../../src/operations/authors/profiles.ts';
import { contentFrom } from '../../../src/operations/pieces/api-drafts.ts';
import { savePiece } from '../../../src/operations/pieces/saving/save-piece.ts';
import { changeSlug } from '../../../src/operations/publishing/change-slug.ts';
import { movePiece } from '../../../src/operations/publishing/move-piece.ts';
import {
  createProduct,
  deleteProduct,
  listProduct,
  ownProduct,
  saveProduct,
} from '../../../src/operations/shop/own-products.ts';
import { SOCIAL_NETWORKS } from '../../../src/schemas/vocabulary.ts';
import { author, piece } from '../../support/archive/records.ts';
import { sqlAt } from '../../support/databases/sql.ts';
import { DECLARED } from '../../support/desk/declared.ts';
import type { Gate } from '../../support/gate.ts';
import { CONTENT, importLines, SHARED, type World } from './world.ts';

export interface Change {
  name: string;
  act(world: World): Promise<unknown>;
  /** Past the store, as another process would: it may take a moment to be known. */
  isByHand?: boolean;
  /** The change is not visible to any reader. */
  isPrivate?: boolean;
  /** Whether many read meanwhile in every run, and not only in long ones. */
  isCrowded?: boolean;
}

const UNSAID = ['bio', 'role', 'niche', 'location', 'website', ...SOCIAL_NETWORKS];
const profile = (changes: object) => ({
  ...Object.fromEntries(UNSAID.map((field) => [field, null])),
  name: 'ada',
  slug: 'ada',
  ...changes,
});

const PRODUCT = {
  name: 'A fine course',
  description: 'To read.',
  price: '12.50',
  currency: 'EUR',
  category: 'book',
  payment_url: 'https://pay.example.org/course',
  related: [],
};

const save = ({ gate, ada, draft }: World, version: number, changes: object) =>
  savePiece(gate.context, ada, draft, version, contentFrom({ ...CONTENT, ...changes }));

const headlineByHand = ({ place }: Gate, id: string) =>
  sqlAt(place, `UPDATE publications SET headline = 'Mine' WHERE piece_id = '${id}'`);

const textsByHand = ({ place }: Gate, ...ids: string[]) =>
  sqlAt(
    place,
    `UPDATE publication_bodies SET html_json = '"<p>Mine.</p>"', text_json = '"Mine."'
      WHERE piece_id IN (${ids.map((id) => `'${id}'`).join(', ')})`,
  );

/** One after the other, on one world. */
export const CHANGES: Change[] = [
  {
    name: 'a piece is published',
    isCrowded: true,
    act: ({ gate, ada, draft }) =>
      movePiece(gate.context, ada, { pieceId: draft, act: 'publish', version: 1, ...DECLARED }),
  },
  {
    name: 'changes are saved: nothing is public before they are published',
    act: (world) => save(world, 1, { headline: 'Another one', tags: ['roads'] }),
    isPrivate: true,
  },
  {
    name: 'the changes are published',
    act: ({ gate, ada, draft }) =>
      movePiece(gate.context, ada, {
        pieceId: draft,
        act: 'publish_changes',
        version: 2,
        ...DECLARED,
      }),
  },
  {
    name: 'a headline is changed by hand',
    act: ({ gate, first }) => headlineByHand(gate, first),
    isByHand: true,
  },
  {
    name: 'a headline of a newer piece is changed by hand',
    act: ({ gate, his }) => headlineByHand(gate, his),
    isByHand: true,
  },
  {
    name: 'texts are changed by hand',
    act: ({ gate, first, second }) => textsByHand(gate, first, second),
    isByHand: true,
  },
  {
    name: 'a text of a newer piece is changed by hand',
    act: ({ gate, third }) => textsByHand(gate, third),
    isByHand: true,
  },
  {
    name: 'a tag is changed by hand',
    act: ({ gate, first }) =>
      sqlAt(gate.place, `UPDATE publication_tags SET tag = 'roads' WHERE piece_id = '${first}'`),
    isByHand: true,
  },
  {
    name: 'the author says more',
    act: ({ gate, ada }) => saveProfile(gate.context, ada, profile({ bio: 'Builds.' })),
  },
  {
    name: 'the author has another name',
    isCrowded: true,
    act: ({ gate, ada }) => saveProfile(gate.context, ada, profile({ name: 'Ada L.' })),
  },
  {
    name: 'the author has another address',
    act: ({ gate, ada }) => saveProfile(gate.context, ada, profile({ slug: 'ada-l' })),
  },
  {
    name: 'the author has the first address again',
    act: ({ gate, ada }) => saveProfile(gate.context, ada, profile({})),
  },
  {
    name: 'a former address is given away by hand',
    act: ({ gate, bob }) =>
      sqlAt(
        gate.place,
        `UPDATE author_slugs SET author_id = '${bob.accountId}' WHERE slug = 'ada-l'`,
      ),
    isByHand: true,
  },
  {
    name: 'the author is verified',
    act: ({ gate }) => verifyWriter(gate.context, 'ada'),
  },
  {
    name: 'the author is verified no more',
    act: ({ gate }) => unverifyWriter(gate.context, 'ada'),
  },
  {
    name: 'a product is listed',
    isCrowded: true,
    act: async (world) => {
      const { gate, ada } = world;
      world.product = await createProduct(gate.context, ada, PRODUCT);
      await listProduct(gate.context, ada, world.product, true);
    },
  },
  {
    name: 'a product goes with a piece',
    act: async ({ gate, ada, product: id, first, second }) => {
      const { mark } = await ownProduct(gate.context, ada, id);
      const given = { ...PRODUCT, related: [first, second] };
      await saveProduct(gate.context, ada, { id, mark, given });
    },
  },
  {
    name: 'a product goes with no piece, by hand',
    act: ({ gate, book }) =>
      sqlAt(gate.place, `DELETE FROM product_pieces WHERE product_id = '${book}'`),
    isByHand: true,
  },
  {
    name: 'a product is listed no more',
    act: ({ gate, ada, product: id }) => listProduct(gate.context, ada, id, false),
  },
  {
    name: 'the seller has another name',
    act: ({ gate, bob }) =>
      saveProfile(gate.context, bob, profile({ slug: 'bob', name: 'Robert' })),
  },
  {
    name: 'a product is deleted',
    act: ({ gate, bob, book }) => deleteProduct(gate.context, bob, book),
  },
  {
    name: 'the author is suspended',
    isCrowded: true,
    act: ({ gate }) => suspendWriter(gate.context, 'ada'),
  },
  {
    name: 'the author is back',
    act: ({ gate }) => reinstateWriter(gate.context, 'ada'),
  },
  {
    name: 'a piece has another slug',
    act: ({ gate, ada, first }) => changeSlug(gate.context, ada, first, 'first-now'),
  },
  {
    name: "a piece's address is given to another, by hand",
    act: ({ gate, second }) =>
      sqlAt(gate.place, `UPDATE piece_slugs SET piece_id = '${second}' WHERE slug = 'first'`),
    isByHand: true,
  },
  {
    name: "a piece's only address is given to another, by hand",
    act: ({ gate, first }) =>
      sqlAt(gate.place, `UPDATE piece_slugs SET piece_id = '${first}' WHERE slug = 'second'`),
    isByHand: true,
  },
  {
    name: 'the piece is taken back',
    isCrowded: true,
    act: ({ gate, ada, draft }) =>
      movePiece(gate.context, ada, { pieceId: draft, act: 'unpublish' }),
  },
  {
    name: 'a category has its first piece',
    act: async (world) => {
      await save(world, 2, { category: 'civic' });
      const { gate, ada, draft } = world;
      await movePiece(gate.context, ada, {
        pieceId: draft,
        act: 'publish',
        version: 3,
        ...DECLARED,
      });
    },
  },
  {
    name: 'a category has lost its last piece',
    act: ({ gate, ada, draft }) =>
      movePiece(gate.context, ada, { pieceId: draft, act: 'unpublish' }),
  },
  {
    name: 'an archive is imported',
    act: ({ gate }) =>
      importLines(gate, [author('cyd'), piece('cyd', { headline: 'Imported', ...SHARED })]),
  },
];
