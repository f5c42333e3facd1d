// Every kind of public change, on a small world, and addresses whose answers show it.

import {
  reinstateWriter,
  suspendWriter,
  unverifyWriter,
  verifyWriter,
} from '../../../src/operations/accounts/writers.ts';
import type { WriterActor } from '../../../src/operations/actor.ts';
import { importArchive } from '../../../src/operations/archive/import.ts';
import { saveProfile } from '../../../src/operations/authors/profiles.ts';
import { contentFrom } from '../../../src/operations/pieces/api-drafts.ts';
import { savePiece } from '../../../src/operations/pieces/save-piece.ts';
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
import { author, piece, product } from '../../support/archive/records.ts';
import type { DatabaseKind } from '../../support/databases/databases.ts';
import { sqlAt } from '../../support/databases/sql.ts';
import { DECLARED } from '../../support/desk/declared.ts';
import { addKey, addWriter, DRAFT, type Gate, post, startGate } from '../../support/gate.ts';

export interface World {
  gate: Gate;
  ada: WriterActor;
  bob: WriterActor;
  /** A draft of ada's, and two pieces of hers that are published. */
  draft: string;
  first: string;
  second: string;
  /** Ada's, related to nothing at first, and one of bob's, which is related to his piece. */
  product: string;
  book: string;
}

export interface Change {
  name: string;
  act(world: World): Promise<unknown>;
  /** Past the store, as another process would: it may take a moment to be known. */
  isByHand?: boolean;
  /** Changes nothing that anybody sees. */
  isPrivate?: boolean;
  /** Whether many read meanwhile in every run, and not only in long ones. */
  isCrowded?: boolean;
}

const CONTENT = { ...DRAFT, category: 'building', tags: ['bridges'] };
const SHARED = { category: 'building', tags: ['bridges'] };

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

const importLines = ({ context }: Gate, lines: object[]) =>
  importArchive(
    context,
    lines.map((line) => JSON.stringify(line)),
  );

export async function worldOn(kind: DatabaseKind): Promise<World> {
  const gate = await startGate(kind);
  const actorOf = async (slug: string): Promise<WriterActor> => {
    const { id } = await addWriter(gate, slug);
    return { kind: 'writer', accountId: id, slug, isAdmin: false, sessionId: 'at the desk' };
  };
  const [ada, bob] = [await actorOf('ada'), await actorOf('bob')];
  const [first, second] = [
    piece('ada', { headline: 'First', ...SHARED }),
    piece('ada', { headline: 'Second' }),
  ];
  const his = piece('bob', { headline: 'His', ...SHARED });
  const book = product('bob', { name: 'A book', related_pieces: [his.id] });
  await importLines(gate, [first, second, his, book, product('bob', { name: 'Another book' })]);
  const { key } = await addKey(gate, 'ada');
  const draft = String(JSON.parse((await post(gate, key, CONTENT)).body).id).slice(-36);
  const ids = { draft, first: first.id, second: second.id, product: '', book: book.id };
  return { gate, ada, bob, ...ids };
}

const call = (name: string, given: object = {}) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: given },
  });

export interface Address {
  path: string;
  /** Of a tool call. */
  body?: string;
}

const ofAuthor = (slug: string) => [
  `/api/public/authors/${slug}`,
  `/author/${slug}`,
  `/author/${slug}/first`,
  `/author/${slug}/feed.json`,
  `/embed/${slug}/badge.svg`,
];

/** Of the addresses, the first ones: each of another kind. */
export const MAIN = 9;

export function addressesIn({ draft, first, second, product: id, book }: World): Address[] {
  const paths = [
    '/',
    '/api/public/pieces/recent',
    `/api/public/pieces/${draft}`,
    ...ofAuthor('ada'),
    '/shop',
    '/api/public/pieces/recent?category=building',
    '/api/public/pieces/recent?author=ada&limit=1',
    '/api/public/pieces/recent?tag=bridges&locale=en',
    '/api/public/pieces/recent?since=2020-01-01',
    '/api/public/authors/ada/pieces?category=building',
    '/api/public/pieces/search?q=a&author=ada&match=words',
    `/api/public/pieces/${first}`,
    '/api/public/pieces/search?q=a',
    '/api/public/authors/search?q=a',
    '/feed.json',
    '/category/building',
    '/category/building/feed.xml',
    '/tag/bridges',
    ...ofAuthor('ada-l'),
    '/author/ada/first.md',
    `/api/public/pieces/${draft}?format=markdown&max_characters=9`,
    '/author/ada/second',
    '/author/bob',
    '/author/bob/his',
    '/embed/bob/data.json',
    `/shop/${book}`,
    ...(id ? [`/shop/${id}`] : []),
    '/sitemap.xml',
    '/llms.txt',
  ];
  const calls = [
    call('recent_pieces'),
    call('get_piece', { id: second }),
    call('get_piece', { id: draft, format: 'text', offset: 1 }),
    call('get_product', { id: book }),
  ];
  return [...paths.map((path) => ({ path })), ...calls.map((body) => ({ path: '/api/mcp', body }))];
}

const save = ({ gate, ada, draft }: World, version: number, changes: object) =>
  savePiece(gate.context, ada, draft, version, contentFrom({ ...CONTENT, ...changes }));

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
    act: ({ gate, first }) =>
      sqlAt(gate.place, `UPDATE publications SET headline = 'Mine' WHERE piece_id = '${first}'`),
    isByHand: true,
  },
  {
    name: 'a text is changed by hand',
    act: ({ gate, first, second }) =>
      sqlAt(
        gate.place,
        `UPDATE publication_bodies SET html_json = '"<p>Mine.</p>"', text_json = '"Mine."' WHERE piece_id IN ('${first}', '${second}')`,
      ),
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
