// The newest pieces: in the order of first publication, by category, and only what is published.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { found, read, runScenarios, type Scenario } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const RECENT = '/api/public/pieces/recent';

const published = (slug: string, headline: string, at: string, fields: object = {}) =>
  piece(slug, { headline, published_at: at, ...fields });

const CIVIC_ID = 'c1c1c1c1-0000-4000-8000-000000000001';

// Told in an order that is none of those that could be answered.
const RECORDS = [
  author('ada', { name: 'Ada', identity_verified: true, avatar_url: 'https://pictures.example/a' }),
  author('bob', { name: 'Bob' }),
  author('shut', { name: 'Shut', suspended_at: '2026-06-01T00:00:00Z' }),
  published('ada', 'Third', '2026-05-03T00:00:00.000Z', { category: 'money' }),
  published('bob', 'First', '2025-12-31T23:59:59.999Z', { category: 'life' }),
  // Changed and made long after, or before, it was first published: neither counts.
  published('ada', 'Second', '2026-05-02T00:00:00.000Z', {
    category: 'culture',
    created_at: '2020-01-01T00:00:00Z',
    modified_at: '2026-06-14T00:00:00Z',
  }),
  published('bob', 'Fifth', '2026-05-03T00:30:00+01:00', { category: 'building' }),
  published('bob', 'Sixth', '2026-05-03T00:00:00.001Z', { category: 'leading' }),
  published('ada', 'Seventh', '2026-06-01T00:00:00Z', {
    id: CIVIC_ID.toUpperCase(),
    category: 'civic',
    tags: ['bridges', 'water'],
    sub: 'A standfirst.',
    external_url: 'https://elsewhere.example/',
  }),
  published('ada', 'Eighth', '2026-06-02T00:00:00Z', { category: 'money' }),
  published('shut', 'Hidden shut', '2026-06-03T00:00:00Z'),
  ...['draft', 'pending', 'rejected', 'changes_requested'].flatMap((status) => [
    piece('ada', { headline: `Hidden ${status}`, status, published_at: undefined }),
    published('ada', `Hidden once ${status}`, '2026-06-03T00:00:00Z', { status }),
  ]),
];

const ALL = ['Eighth', 'Seventh', 'Sixth', 'Third', 'Fifth', 'Second', 'First'];

const CATEGORIES: { [category: string]: string[] } = {
  building: ['Fifth'],
  leading: ['Sixth'],
  culture: ['Second'],
  money: ['Eighth', 'Third'],
  life: ['First'],
};

const SCENARIOS: Scenario[] = [
  {
    name: 'newest first, of all authors and all eight categories',
    url: RECENT,
    status: 200,
    has: { category: null, count: ALL.length },
    finds: ALL,
    lacks: ['Hidden', 'shut'],
  },
  ...Object.entries(CATEGORIES).map(([category, finds]) => ({
    name: `newest first of ${category}`,
    url: `${RECENT}?category=${category}`,
    status: 200,
    has: { category, count: finds.length },
    finds,
    lacks: ['Hidden', 'Seventh'],
  })),
  {
    name: 'a limit takes the newest',
    url: `${RECENT}?limit=2`,
    status: 200,
    finds: ALL.slice(0, 2),
  },
  {
    name: 'a limit counts within the category',
    url: `${RECENT}?limit=1&category=money`,
    status: 200,
    finds: ['Eighth'],
  },
  {
    name: 'unknown parameters are ignored',
    url: `${RECENT}?limit=2&q=first&status=draft&writer=bob&offset=1`,
    status: 200,
    finds: ALL.slice(0, 2),
  },
];

const ITEM = {
  id: `https://press.example/pieces/${CIVIC_ID}`,
  url: 'https://press.example/author/ada/seventh',
  title: 'Seventh',
  summary: 'A standfirst.',
  date_published: '2026-06-01T00:00:00.000Z',
  category: 'civic',
  tags: ['bridges', 'water'],
  authors: [
    {
      name: 'Ada',
      slug: 'ada',
      url: 'https://press.example/author/ada',
      identity_verified: true,
    },
  ],
};

for (const kind of DATABASES_IN_FULL) {
  describe(`the newest pieces, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(...RECORDS);
    runScenarios(service, SCENARIOS);

    test('an item has these fields and no others', async () => {
      const answer = await service.app.inject(`${RECENT}?limit=2`);
      const { items } = answer.json<{ items: unknown[] }>();
      assert.deepEqual(items[1], ITEM);
    });
  });

  describe(`the newest pieces as they change, on ${kind}`, () => {
    test('none at all', async () => {
      const service = await startService(kind);
      assert.deepEqual(await read(service, RECENT), {
        ok: true,
        category: null,
        count: 0,
        items: [],
        next_cursor: null,
      });
    });

    test('pieces of one moment keep one order, whatever the limit', async () => {
      const service = await startService(kind);
      const names = Array.from({ length: 30 }, (_, at) => `Piece ${at}`);
      await service.add(
        author('ada'),
        ...names.map((headline) => published('ada', headline, '2026-05-01T00:00:00.000Z')),
      );
      const all = found(await read(service, `${RECENT}?limit=100`));
      assert.deepEqual([...all].sort(), [...names].sort());
      for (const limit of [1, 7, 29]) {
        const some = found(await read(service, `${RECENT}?limit=${limit}`));
        assert.deepEqual(some, all.slice(0, limit));
      }
    });

    test('a piece published between others takes its place among them', async () => {
      const service = await startService(kind);
      await service.add(
        author('ada'),
        published('ada', 'Old', '2026-01-01T00:00:00Z'),
        published('ada', 'New', '2026-03-01T00:00:00Z'),
      );
      assert.deepEqual(found(await read(service, RECENT)), ['New', 'Old']);
      await service.add(published('ada', 'Between', '2026-02-01T00:00:00Z'));
      assert.deepEqual(found(await read(service, RECENT)), ['New', 'Between', 'Old']);
    });

    test('the pieces of a writer are gone for the next request when suspended', async () => {
      const service = await startService(kind);
      const own = piece('ada', { headline: 'Hers' });
      await service.add(author('ada'), author('bob'), own, piece('bob', { headline: 'His' }));
      assert.deepEqual(found(await read(service, RECENT)).sort(), ['Hers', 'His']);
      await suspendWriter(service.context, 'ada');
      assert.deepEqual(found(await read(service, RECENT)), ['His']);
      const search = await read(service, '/api/public/pieces/search?q=headline');
      assert.deepEqual(found(search), []);
      const { statusCode } = await service.app.inject(`/api/public/pieces/${own.id}`);
      assert.equal(statusCode, 404);
    });
  });
}
