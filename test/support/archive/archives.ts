// Generates archives of every shape that an export can have.

import fc from 'fast-check';
import { exportArchive } from '../../../src/operations/archive/export.ts';
import type { Context } from '../../../src/operations/operation.ts';
import type { CreatePieceBody } from '../../../src/schemas/drafts.ts';
import { valuesFor } from '../../../src/schemas/field-lists.ts';
import { PROFILE_FIELD_NAMES, profileField } from '../../../src/schemas/profile-fields.ts';
import {
  CATEGORIES,
  FRAMES,
  PRODUCT_CATEGORIES,
  SOCIAL_NETWORKS,
  STATUSES,
} from '../../../src/schemas/vocabulary.ts';
import { someWords, words } from '../search/search-words.ts';

export async function exportText(context: Context, writer: string | null = null): Promise<string> {
  let text = '';
  await exportArchive(context, writer, async (line) => {
    text += `${line}\n`;
  });
  return text;
}

const moment = fc
  .integer({ min: Date.UTC(1999, 0, 1), max: Date.UTC(2026, 0, 1) })
  .map((ms) => new Date(ms).toISOString());

const address = fc.constantFrom(
  'https://a.example/x?y=%20#z',
  'http://xn--4ca.example/',
  'https://b.test',
);

/** A body with separators that are special in JSON or Markdown but must survive as text. */
const body = fc
  .tuple(
    someWords(12),
    fc.constantFrom('\u2028', '\u2029', '\n\n> ', '\t', '\n```js\n1\n```\n', ' '),
  )
  .map(([text, between]) => `${text}${between}${text}${between}`);

const cover = fc.record({
  url: fc.constantFrom(`/media/${'a'.repeat(64)}-30x20`, 'https://a.example/b.png?c=d'),
  alt: someWords(3),
  caption: fc.option(someWords(3)),
});

const content = fc.record<Required<CreatePieceBody>>({
  headline: someWords(5),
  sub: fc.option(words(6)),
  body_md: body,
  category: fc.constantFrom(...CATEGORIES),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b c', 'é', '漢字', '👩‍👧', '"', '\\'), {
    maxLength: 7,
  }),
  frame: fc.constantFrom(...FRAMES),
  style: fc.constantFrom('essay', 'note', 'Ünusual style'),
  locale: fc.constantFrom('en', 'de-CH', 'zh-Hant-TW'),
  external_url: fc.option(address),
  image: fc.option(cover),
});

const by = fc.record(
  {
    kind: fc.constantFrom('writer', 'admin', 'key', 'operator'),
    name: words(2),
    id: fc.uuid(),
  },
  { requiredKeys: ['kind', 'name'] },
);

const version = fc.record({
  content,
  step: fc.integer({ min: 1, max: 3 }),
  saved_at: moment,
  saved_by: by,
  origin: fc.constantFrom('created', 'saved', 'autosaved', 'restored', 'imported'),
});

const move = fc.record(
  {
    at: moment,
    act: fc.constantFrom('create', 'publish', 'ask_for_changes'),
    from: fc.option(fc.constantFrom(...STATUSES)),
    to: fc.constantFrom(...STATUSES),
    by,
    version: fc.integer({ min: 1, max: 9 }),
    session: fc.uuid(),
    note: words(5),
  },
  { requiredKeys: ['at', 'act', 'from', 'to', 'by'] },
);

const author = fc.record({
  id: fc.uuid(),
  name: someWords(3),
  hasEmail: fc.boolean(),
  isAdmin: fc.boolean(),
  suspended_at: fc.option(moment, { freq: 3 }),
  slugHistory: fc.array(moment, { maxLength: 2 }),
  ...valuesFor(PROFILE_FIELD_NAMES, (name) =>
    fc.option(profileField(name).format === undefined ? words(5) : address),
  ),
  identity_verified: fc.boolean(),
  website_verified: fc.boolean(),
  socials: fc.record(
    Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, fc.option(address)])),
  ),
  joined_at: moment,
});

const piece = fc.record({
  id: fc.uuid(),
  owner: fc.nat(),
  publisher: fc.nat(),
  versions: fc.array(version, { minLength: 1, maxLength: 4 }),
  live: fc.nat(),
  status: fc.constantFrom(...STATUSES, 'approved' as const, 'approved' as const),
  wasPublished: fc.boolean(),
  trashed_at: fc.option(moment),
  moves: fc.array(move, { maxLength: 4 }),
  slugHistory: fc.array(moment, { minLength: 1, maxLength: 3 }),
  created_at: moment,
  updated_at: moment,
  // Some pieces are published at the same moment.
  published_at: fc.oneof(moment, fc.constant('2020-02-20T20:20:20.202Z')),
  modified_at: moment,
});

const product = fc.record({
  id: fc.uuid(),
  seller: fc.nat(),
  name: someWords(3),
  description: words(8),
  price: fc.record({ amount: fc.maxSafeNat(), currency: fc.constantFrom('EUR', 'JPY', 'KWD') }),
  category: fc.constantFrom(...PRODUCT_CATEGORIES),
  payment_url: fc.constant('https://pay.example/x'),
  image_url: fc.option(fc.oneof(address, fc.constant('/media/a-picture-of-ours'))),
  listed: fc.boolean(),
  related: fc.nat({ max: 5 }),
  sort_order: fc.nat({ max: 1000 }),
  created_at: fc.oneof(moment, fc.constant('2020-02-20T20:20:20.202Z')),
  updated_at: moment,
});

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

const slugOf = (at: number) => `writer-${at}`;

/** A history of slugs, oldest first as in an export; the last one is in use. */
const historyOf = (name: string, times: string[]) =>
  [...times].sort().map((since, at) => ({ slug: `${name}-${at}`, since }));

function authorLine(
  { hasEmail, isAdmin, suspended_at, slugHistory, ...fields }: Of<typeof author>,
  at: number,
) {
  const slug = slugOf(at);
  const since = '2026-01-02T00:00:00.000Z';
  return {
    type: 'author',
    ...fields,
    slug,
    slugs: [...historyOf(`was-${at}`, slugHistory), { slug, since }],
    email: hasEmail ? `${slug}@press.example` : null,
    ...(isAdmin ? { admin: true } : {}),
    ...(suspended_at === null ? {} : { suspended_at }),
  };
}

function pieceLine(given: Of<typeof piece>, at: number, authors: number) {
  const { id, status, created_at, updated_at, published_at, modified_at, moves } = given;
  let number = 0;
  const versions = given.versions.map(({ content: words, step, ...version }) => {
    number += step;
    return { number, ...version, ...words };
  });
  const slugs = historyOf(`piece-${at}`, given.slugHistory);
  const published = {
    ...{ published_at, modified_at, slugs, slug: slugs.at(-1)?.slug },
    publisher: slugOf(given.publisher % authors),
  };
  return {
    type: 'piece',
    id,
    author: slugOf(given.owner % authors),
    ...given.versions.at(-1)?.content,
    ...{ status, created_at, updated_at, versions, moves },
    ...(status === 'approved' || given.wasPublished ? published : {}),
    ...(status === 'approved'
      ? { live_version: versions[given.live % versions.length]?.number }
      : {}),
    ...(given.trashed_at === null || status === 'approved' || status === 'pending'
      ? {}
      : { trashed_at: given.trashed_at }),
  };
}

/** The lines of an archive. Lines of one kind are in no particular order. */
export const archive = (size: { authors: number; pieces: number; products: number }) =>
  fc
    .record({
      authors: fc.array(author, { minLength: size.authors, maxLength: size.authors }),
      pieces: fc.array(piece, { minLength: size.pieces, maxLength: size.pieces }),
      products: fc.array(product, { minLength: size.products, maxLength: size.products }),
    })
    .map(({ authors, pieces, products }) => {
      const pieceLines = pieces.map((each, at) => pieceLine(each, at, authors.length));
      const productLines = products.map(({ seller, related, ...fields }) => {
        const slug = slugOf(seller % authors.length);
        const own = pieceLines.filter((line) => line.author === slug).map(({ id }) => id);
        return { type: 'product', seller: slug, ...fields, related_pieces: own.slice(0, related) };
      });
      return [...authors.map(authorLine), ...pieceLines, ...productLines];
    });
