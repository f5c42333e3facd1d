// The order of found authors: verified first, then by pieces, then by name, then by slug.

import { describe } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { runScenarios } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const pieces = (slug: string, count: number, fields: object = {}) =>
  Array.from({ length: count }, () => piece(slug, { ...fields }));

const drafts = { status: 'draft', published_at: undefined };

const bio = 'Keeps a gardener’s diary.';

// Told in an order that is none of those that could be answered.
const RECORDS = [
  author('berta', { name: 'Berta', bio }),
  author('z-anna', { name: 'Anna', bio }),
  author('many-drafts', { name: 'Aaron', bio }),
  author('verified-none', { name: 'Yves', bio, identity_verified: true }),
  author('most', { name: 'Zacharias', bio }),
  author('verified-two', { name: 'Xenia', bio, identity_verified: true }),
  author('a-anna', { name: 'Anna', bio }),
  author('website', { name: 'Abel', bio, website_verified: true }),
  author('verified-shut', {
    name: 'A',
    bio,
    identity_verified: true,
    suspended_at: '2026-06-01T00:00:00Z',
  }),
  author('other', { name: 'Other', bio: 'Keeps bees.', identity_verified: true }),
  ...pieces('berta', 1),
  ...pieces('z-anna', 1),
  ...pieces('a-anna', 1),
  ...pieces('many-drafts', 9, drafts),
  ...pieces('verified-two', 2),
  ...pieces('most', 11),
];

const ORDER = [
  'verified-two',
  'verified-none',
  'most',
  'a-anna',
  'z-anna',
  'berta',
  'many-drafts',
  'website',
];

const SLUG_ORDER = ['same-1', 'same-10', 'same-2', 'same-a', 'same-b'];

for (const kind of DATABASES) {
  describe(`the order of found authors, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(...RECORDS);
    await service.add(
      ...SLUG_ORDER.toReversed().map((slug) => author(slug, { name: 'Twin', bio: 'Twins.' })),
    );

    runScenarios(service, [
      {
        name: 'verified, then pieces, then name, then slug',
        url: '/api/public/authors/search?q=gardener',
        status: 200,
        finds: ORDER,
        lacks: ['verified-shut', '"other"'],
      },
      {
        name: 'a limit takes the first of that order',
        url: '/api/public/authors/search?q=gardener&limit=3',
        status: 200,
        finds: ORDER.slice(0, 3),
        lacks: ['anna'],
      },
      {
        name: 'a query of one character has the same order',
        url: '/api/public/authors/search?q=%E2%80%99',
        status: 200,
        finds: ORDER,
      },
      {
        name: 'the pieces are counted as the author’s record counts them',
        url: '/api/public/authors/search?q=gardener&limit=3',
        status: 200,
        has: { results: [{ pieces_count: 2 }, { pieces_count: 0 }, { pieces_count: 11 }] },
      },
      {
        name: 'equal in all but the slug',
        url: '/api/public/authors/search?q=twins',
        status: 200,
        finds: SLUG_ORDER,
      },
    ]);
  });
}
