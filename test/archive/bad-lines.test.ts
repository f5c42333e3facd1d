// Bad lines of every kind are all reported with their number and field, and nothing is imported.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { RESERVED_SLUGS } from '../../src/schemas/vocabulary.ts';
import { move, problemsOf, version } from '../support/archive/imports.ts';
import { author, piece, product, sitePage } from '../support/archive/records.ts';
import { DATABASES_IN_FULL, freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';

/** A line, and the fields that are wrong with it. */
type Case = [line: object | string, ...fields: string[]];

const NOT_RECORDS: Case[] = [
  ['not json', 'line'],
  ['{"type":"author",', 'line'],
  ['{"type":"author","slug":"a"}{}', 'line'],
  ['[]', 'type'],
  ['null', 'type'],
  ['42', 'type'],
  ['"author"', 'type'],
  ['{}', 'type'],
  [{ type: 'book' }, 'type'],
  [{ type: 'Author' }, 'type'],
  [{ type: null }, 'type'],
];

const AUTHORS: Case[] = [
  [{ type: 'author' }, 'slug', 'name'],
  ...['Bo', '-bo', 'bo-', 'b o', '', 'bö', 'b'.repeat(65), 7, null].map(
    (slug): Case => [{ type: 'author', slug, name: 'Bo' }, 'slug'],
  ),
  ...RESERVED_SLUGS.map((slug): Case => [author(slug), 'slug']),
  ...['', ' ', 'x'.repeat(121), 'a\u0000b', 'a\u007Fb', '\uD800', 7, null].map(
    (name): Case => [author('bo', { name }), 'name'],
  ),
  ...['nobody', 'a b@c.example', '@', `${'x'.repeat(250)}@x.example`, 7].map(
    (email): Case => [author('bo', { email }), 'email'],
  ),
  [author('bo', { id: 'x' }), 'id'],
  [author('bo', { bio: 'x'.repeat(2001) }), 'bio'],
  [
    author('bo', { role: 'x'.repeat(121), niche: 7, location: '\u0000' }),
    'role',
    'niche',
    'location',
  ],
  [author('bo', { website: 'ftp://x.example' }), 'website'],
  [author('bo', { website: 'javascript:alert(1)' }), 'website'],
  [author('bo', { avatar_url: '/relative' }), 'avatar_url'],
  [author('bo', { socials: [] }), 'socials'],
  [author('bo', { socials: { x: 'nope', linkedin: 7 } }), 'socials.x', 'socials.linkedin'],
  [author('bo', { identity_verified: 'yes' }), 'identity_verified'],
  [author('bo', { admin: 1 }), 'admin'],
  ...['yesterday', '2026-01-01', '2026-13-01T00:00:00Z', '2026-01-01T25:00:00Z', 0].map(
    (joined_at): Case => [author('bo', { joined_at }), 'joined_at'],
  ),
  [author('bo', { suspended_at: '' }), 'suspended_at'],
  [author('bo', { slugs: [{ slug: 'was-bo' }] }), 'slugs[0].since'],
];

const PIECES: Case[] = [
  [{ type: 'piece' }, 'author', 'headline', 'body_md'],
  [piece('Ada'), 'author'],
  [piece('nobody'), 'author'],
  ...['', ' \t', 'x'.repeat(201), '👩'.repeat(201), 'a\u0000', '\uDC00', 7, null].map(
    (headline): Case => [piece('ada', { headline }), 'headline'],
  ),
  [piece('ada', { sub: 'x'.repeat(401) }), 'sub'],
  ...['', '\n', 'x'.repeat(100_001), 'a\u0008', 'a\uD800b'].map(
    (body_md): Case => [piece('ada', { body_md }), 'body_md'],
  ),
  [piece('ada', { category: 'sports' }), 'category'],
  [piece('ada', { tags: 'tag' }), 'tags'],
  [piece('ada', { tags: Array.from({ length: 9 }, (_, at) => `t${at}`) }), 'tags'],
  [piece('ada', { tags: ['a', ' ', 'x'.repeat(33), 7] }), 'tags[1]', 'tags[2]', 'tags[3]'],
  [piece('ada', { frame: 'sermon' }), 'frame'],
  [piece('ada', { style: 'x'.repeat(41) }), 'style'],
  [piece('ada', { style: '' }), 'style'],
  [piece('ada', { locale: 'not a locale' }), 'locale'],
  [piece('ada', { external_url: 'mailto:a@b.example' }), 'external_url'],
  [piece('ada', { status: 'published' }), 'status'],
  [piece('ada', { id: '123' }), 'id'],
  [piece('ada', { created_at: 'now', updated_at: 'now' }), 'created_at', 'updated_at'],
  [piece('ada', { published_at: '1 May', modified_at: 7 }), 'published_at', 'modified_at'],
  [piece('ada', { publisher: 'Not A Slug' }), 'publisher'],
  [piece('ada', { slug: ' ' }), 'slug'],
  [piece('ada', { slug: 'feed.json' }), 'slug'],
  [piece('ada', { slug: 'a/b' }), 'slug'],
  [piece('ada', { slug: '../x' }), 'slug'],
  [piece('ada', { slug: 'a?b' }), 'slug'],
  [piece('ada', { slug: '%2e' }), 'slug'],
  [piece('ada', { slug: 'a\u200Bb' }), 'slug'],
  [piece('ada', { slugs: [{}] }), 'slugs[0].slug', 'slugs[0].since'],
  [piece('ada', { versions: [] }), 'versions'],
  [piece('ada', { versions: [version({ headline: 'x'.repeat(201) })] }), 'versions[0].headline'],
  [
    piece('ada', { versions: [version({ saved_by: { kind: 'ghost', name: '' } })] }),
    'versions[0].saved_by.kind',
  ],
  [piece('ada', { versions: [version(), version({ number: 0 })] }), 'versions[1].number'],
  [piece('ada', { versions: [version(), version()] }), 'versions'],
  [piece('ada', { versions: [version({ number: 2 }), version()] }), 'versions'],
  [piece('ada', { versions: [version()], live_version: 2 }), 'live_version'],
  [piece('ada', { live_version: 0 }), 'live_version'],
  [piece('ada', { status: 'approved', trashed_at: '2026-01-01T00:00:00.000Z' }), 'trashed_at'],
  [piece('ada', { status: 'pending', trashed_at: '2026-01-01T00:00:00.000Z' }), 'trashed_at'],
  [piece('ada', { moves: [move({ to: 'gone', from: 'gone' })] }), 'moves[0].from', 'moves[0].to'],
  [piece('ada', { moves: [move(), move({ at: '', act: '' })] }), 'moves[1].at', 'moves[1].act'],
];

const PRODUCTS: Case[] = [
  [{ type: 'product' }, ...['seller', 'name', 'price', 'category', 'payment_url']],
  [product('nobody'), 'seller'],
  [product('ada', { id: 'x', name: 'x'.repeat(121) }), 'id', 'name'],
  [product('ada', { description: 'x'.repeat(2001) }), 'description'],
  ...[-1, 1.5, '1', 2 ** 53, null].map(
    (amount): Case => [product('ada', { price: { amount, currency: 'EUR' } }), 'price.amount'],
  ),
  ...['EURO', 'eur', '', 'XXQ'].map(
    (currency): Case => [product('ada', { price: { amount: 1, currency } }), 'price.currency'],
  ),
  [product('ada', { category: 'boat' }), 'category'],
  [product('ada', { payment_url: 'http://pay.example' }), 'payment_url'],
  [product('ada', { image_url: 'data:image/png;base64,' }), 'image_url'],
  [product('ada', { listed: 'yes', sort_order: -1 }), 'listed', 'sort_order'],
  [product('ada', { related_pieces: ['x'] }), 'related_pieces[0]'],
  [product('ada', { related_pieces: [randomUUID()] }), 'related_pieces'],
  [
    product('ada', { related_pieces: Array.from({ length: 6 }, () => randomUUID()) }),
    'related_pieces',
  ],
];

const UNKNOWN: Case[] = [
  [author('bo', { naem: 'Bo', email_address: 'bo@press.example' }), 'naem', 'email_address'],
  [piece('ada', { published_at: undefined, publised_at: '2026-05-01T00:00:00Z' }), 'publised_at'],
  [piece('ada', { versions: [version(), version({ number: 2, tag: [] })] }), 'versions[1].tag'],
  [piece('ada', { constructor: 'x', toString: 'x' }), 'constructor', 'toString'],
  [product('ada', { price: { amount: 1, currency: 'EUR', cents: 0 } }), 'price.cents'],
  [sitePage('a-page', { publish: true }), 'publish'],
  [{ type: 'site', nmae: 'A site' }, 'nmae'],
];

const REPEATED: Case[] = [
  ['{"type":"author","slug":"bo","name":"Bo","name":"Ben"}', 'name'],
  ['{"type":"author","slug":"bo","name":"Bo","n\\u0061me" : "Ben"}', 'name'],
  [
    '{"type":"author","slug":"bo","name":"\\\\","socials":{"x":null,"x":null},"bio":"\\"bio\\":"}',
    'x',
  ],
];

/** Later than the tests' clock. */
const AHEAD = '2026-06-16T00:00:00.000Z';

const AHEAD_OF_TIME: Case[] = [
  [piece('ada', { published_at: AHEAD }), 'published_at'],
  [piece('ada', { status: 'draft', published_at: AHEAD }), 'published_at'],
  [piece('ada', { modified_at: AHEAD }), 'modified_at'],
  [piece('ada', { published_at: undefined, created_at: AHEAD }), 'created_at'],
  [
    sitePage('b-page', {
      published: { slug: 'b-page', title: 'A', body_md: 'B.', modified_at: AHEAD },
    }),
    'published.modified_at',
  ],
];

const CASES = [
  ...[...NOT_RECORDS, ...AUTHORS, ...PIECES, ...PRODUCTS],
  ...[...UNKNOWN, ...REPEATED, ...AHEAD_OF_TIME],
];

for (const kind of DATABASES_IN_FULL) {
  describe(`bad lines on ${kind}`, () => {
    test('are each reported by number and field, and nothing is kept', async () => {
      const context = await contextAt(await freshPlace(kind));
      const lines = [author('ada'), '', piece('ada'), ...CASES.map(([line]) => line)];
      const expected = CASES.flatMap(([, ...fields], at) =>
        fields.map((field) => `${at + 4}: ${field}`),
      );
      assert.deepEqual((await problemsOf(context, lines)).sort(), expected.sort());
      assert.equal(await context.store.accounts.count(), 0);
      assert.equal(await context.store.publications.count(), 0);
    });

    test('one among thousands is enough, wherever it stands', async () => {
      const context = await contextAt(await freshPlace(kind));
      const good = Array.from({ length: 230 }, () => piece('ada'));
      for (const at of [0, 100, 230]) {
        const lines = [author('ada'), ...good.toSpliced(at, 0, piece('ada', { headline: '' }))];
        assert.deepEqual(await problemsOf(context, lines), [`${at + 2}: headline`]);
        assert.equal(await context.store.accounts.count(), 0);
      }
      assert.deepEqual(await problemsOf(context, [author('ada'), ...good]), []);
      assert.equal(await context.store.publications.count(), 230);
    });

    test('keys that only look repeated, and schedules in the future, are taken', async () => {
      const context = await contextAt(await freshPlace(kind));
      const schedule = { for: AHEAD, zone: 'Europe/Paris', version: 1 };
      const lines = [
        '{"type":"author","slug":"ada","name":"name","bio":"{\\"name\\": \\"name\\"}","role":"\\\\"}',
        piece('ada', {
          ...{ status: 'draft', published_at: undefined, schedule },
          versions: [version(), version({ number: 2 })],
        }),
      ];
      assert.deepEqual(await problemsOf(context, lines), []);
    });

    test('at every bound, what is just good enough is taken', async () => {
      const context = await contextAt(await freshPlace(kind));
      const lines = [
        author('a'.repeat(64), { name: '👩'.repeat(120), bio: 'x'.repeat(2000), email: null }),
        piece('a'.repeat(64), {
          ...{ headline: '👩'.repeat(200), sub: '👩'.repeat(400), body_md: 'é'.repeat(100_000) },
          ...{ tags: Array.from({ length: 8 }, (_, at) => `${at}`.repeat(32)) },
          ...{ style: 'x'.repeat(40), slug: 'x'.repeat(120) },
        }),
        product('a'.repeat(64), {
          ...{ name: '👩'.repeat(120), description: 'x'.repeat(2000), related_pieces: [] },
          price: { amount: Number.MAX_SAFE_INTEGER, currency: 'JPY' },
        }),
        product('a'.repeat(64), { price: { amount: 0, currency: 'EUR' } }),
      ];
      assert.deepEqual(await problemsOf(context, lines), []);
    });
  });
}
