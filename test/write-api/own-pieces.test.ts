// GET /api/v1/pieces/me: the key owner's own pieces, in every state, newest first, as they are now.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importArchive } from '../../src/operations/archive/import.ts';
import { STATUSES } from '../../src/schemas/vocabulary.ts';
import { piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../support/databases/databases.ts';
import {
  addKey,
  addWriter,
  BASE_URL,
  browserOf,
  DRAFT,
  type Gate,
  listOwn,
  post,
  startGate,
} from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';

const LIMIT = /an integer from 1 to 50/;
const STATUS = /one of draft, pending, approved, rejected, changes_requested/;

const REFUSED: [query: string, field: string, reason: RegExp][] = [
  ...['0', '51', '-1', '1.5', '1e1', '0x5', ' 5', '+5', '05', 'ten', '', '9'.repeat(20)].map(
    (value): [string, string, RegExp] => [`limit=${encodeURIComponent(value)}`, 'limit', LIMIT],
  ),
  ['limit=5&limit=6', 'limit', LIMIT],
  ...['', 'published', 'Draft', ' draft', 'draft,pending', 'all', '\u0000'].map(
    (value): [string, string, RegExp] => [`status=${encodeURIComponent(value)}`, 'status', STATUS],
  ),
  ['status=draft&status=pending', 'status', STATUS],
];

async function own(gate: Gate, key: string, query = ''): Promise<Json[]> {
  const answer = await listOwn(gate, key, query);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const body: Json = JSON.parse(answer.body);
  (await judgeOf(gate.app)).assertSuccess('/api/v1/pieces/me', body);
  const pieces = listAt(body, 'pieces');
  assert.equal(at(body, 'ok'), true);
  assert.equal(at(body, 'count'), pieces.length);
  return pieces;
}

const headlines = (pieces: Json[]) => pieces.map((each) => at(each, 'headline'));

async function startWith(kind: DatabaseKind) {
  const gate = await startGate(kind);
  const ada = await addWriter(gate, 'ada');
  await addWriter(gate, 'bob');
  const key = (await addKey(gate, 'ada')).key;
  return { gate, ada, key };
}

const import_ = (gate: Gate, lines: object[]) =>
  importArchive(
    gate.context,
    lines.map((line) => JSON.stringify(line)),
  );

for (const kind of DATABASES_IN_FULL) {
  describe(`a writer’s own list, on ${kind}`, async () => {
    const { gate, key } = await startWith(kind);
    const day = (at: number) => `2026-05-${String(at).padStart(2, '0')}T00:00:00.000Z`;
    // Created in another order than published, so that the two are told apart.
    const lines = STATUSES.flatMap((status, at) =>
      [1, 2].map((nth) =>
        piece('ada', {
          status,
          headline: `${status} ${nth}`,
          created_at: day(at * 2 + nth),
          published_at: status === 'approved' ? day(28 - nth) : undefined,
        }),
      ),
    );
    await import_(gate, [...lines, piece('bob', { headline: 'of bob' })]);
    const all = lines.map(({ headline }) => headline).toReversed();

    test('shows every state, newest first by creation, and nobody else’s', async () => {
      assert.deepEqual(headlines(await own(gate, key)), all);
    });

    for (const status of STATUSES) {
      test(`shows only what is ${status} where that is asked for`, async () => {
        const pieces = await own(gate, key, `?status=${status}`);
        assert.deepEqual(headlines(pieces), [`${status} 2`, `${status} 1`]);
        for (const each of pieces) assert.equal(at(each, 'status'), status);
        assert.deepEqual(headlines(await own(gate, key, `?status=${status}&limit=1`)), [
          `${status} 2`,
        ]);
      });
    }

    for (const limit of [1, 3, 50]) {
      test(`limit=${limit} shows the newest`, async () => {
        assert.deepEqual(headlines(await own(gate, key, `?limit=${limit}`)), all.slice(0, limit));
      });
    }

    test('unknown parameters are ignored', async () => {
      const query = '?author=bob&author_id=x&offset=5&state=draft&q=of+bob';
      assert.deepEqual(headlines(await own(gate, key, query)), all);
    });

    for (const [query, field, reason] of REFUSED) {
      test(`${query} is refused`, async () => {
        const answer = await listOwn(gate, key, `?${query}`);
        assert.equal(answer.statusCode, 400, answer.body);
        const body: Json = JSON.parse(answer.body);
        (await judgeOf(gate.app)).assertFailure(body);
        const [error, ...more] = listAt(body, 'errors');
        assert.deepEqual(more, []);
        assert.equal(at(error, 'field'), field);
        assert.match(String(at(error, 'reason')), reason);
      });
    }

    test('both parameters can be wrong at once', async () => {
      const { body } = await listOwn(gate, key, '?limit=0&status=x');
      const fields = listAt(JSON.parse(body), 'errors').map((error) => at(error, 'field'));
      assert.deepEqual(fields, ['limit', 'status']);
    });

    test('who has nothing gets an empty list', async () => {
      await addWriter(gate, 'eve');
      assert.deepEqual(await own(gate, (await addKey(gate, 'eve')).key), []);
    });
  });

  describe(`a writer’s own list as it changes, on ${kind}`, () => {
    test('has 20 where no limit is asked for, and 50 at most', async () => {
      const { gate, key } = await startWith(kind);
      await import_(
        gate,
        Array.from({ length: 51 }, () =>
          piece('ada', { status: 'draft', published_at: undefined }),
        ),
      );
      assert.equal((await own(gate, key)).length, 20);
      assert.equal((await own(gate, key, '?limit=50')).length, 50);
      assert.equal((await own(gate, key, '?limit=50&status=approved')).length, 0);
    });

    test('has each draft in full, in the very record of the specification', async () => {
      const { gate, key } = await startWith(kind);
      const sent = {
        headline: 'All of it',
        sub: 'Below',
        body_md: 'A body.',
        category: 'civic',
        tags: [' two ', 'one', 'two'],
        frame: 'origin',
        style: 'note',
        locale: 'pt-BR',
        external_url: 'https://elsewhere.example/',
      };
      const first = JSON.parse((await post(gate, key, sent)).body);
      assert.deepEqual(await own(gate, key), [
        {
          id: first.id,
          headline: 'All of it',
          sub: 'Below',
          category: 'civic',
          status: 'draft',
          locale: 'pt-BR',
          tags: ['two', 'one'],
          created_at: gate.clock.now().toISOString(),
          edit_url: `${BASE_URL}/desk/edit/pieces/${first.id}`,
          updated_at: gate.clock.now().toISOString(),
          ...{
            published_at: null,
            url: null,
            public_url: null,
            external_url: 'https://elsewhere.example/',
          },
          drafted_by: { kind: 'key', name: 'agent' },
          scheduled_for: null,
        },
      ]);
    });

    test('shows the working copy, whichever text is public', async () => {
      const { gate, ada, key } = await startWith(kind);
      const { id } = JSON.parse((await post(gate, key, DRAFT)).body);
      const browser = await browserOf(gate, ada);
      const page = `/desk/edit/pieces/${id}`;
      await browser.submit(`${page}/publish`, { version: '1' });
      const fields = {
        version: '1',
        headline: 'Newer',
        body_md: 'Newer',
        tags: 'x',
        category: 'life',
      };
      const saved = await browser.submit(page, { ...fields, frame: 'lesson' });
      assert.equal(saved.statusCode, 303, saved.body);
      assert.partialDeepStrictEqual(await own(gate, key), [
        { id, headline: 'Newer', status: 'approved', category: 'life', tags: ['x'] },
      ]);
      const shown = await gate.app.inject(`/api/public/pieces/${id}`);
      assert.equal(at(JSON.parse(shown.body), 'piece', 'title'), DRAFT.headline);
    });

    test('a key that may only read sees the same', async () => {
      const { gate, key } = await startWith(kind);
      await post(gate, key, DRAFT);
      const reader = (await addKey(gate, 'ada', { scope: 'pieces:read' })).key;
      assert.equal((await listOwn(gate, reader)).body, (await listOwn(gate, key)).body);
    });
  });
}
