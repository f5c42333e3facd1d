// Cursors: each belongs to its list and to what was asked with it, and any other is refused in words.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { startService } from '../support/service.ts';
import { ask } from '../support/tool-messages.ts';
import { type List, restWalk } from '../support/walks.ts';

const RECENT = '/api/public/pieces/recent';
const SEARCH = '/api/public/pieces/search';

const RECORDS = [
  ...Array.from({ length: 7 }, (_, nth) =>
    author(`author-${nth}`, { name: `Many ${nth % 2}`, identity_verified: nth % 3 === 0 }),
  ),
  ...Array.from({ length: 9 }, (_, nth) =>
    piece(`author-${nth % 4}`, { headline: `Rain ${nth}`, tags: nth % 2 ? ['odd'] : [] }),
  ),
  piece('author-0', {
    status: 'draft',
    published_at: undefined,
    external_url: 'https://a.example/',
  }),
];

for (const kind of DATABASES_IN_FULL) {
  describe(`cursors on ${kind}`, async () => {
    const { app, add, context } = await startService(kind);
    await add(...RECORDS);
    const made = {
      writer: 'author-0',
      name: 'Robot',
      scope: 'pieces:read',
      expiresAt: null,
    } as const;
    const { key } = await createKey(context, made);
    const headers = { authorization: `Bearer ${key}` };
    const cursorOf = async (url: string): Promise<string> =>
      (await app.inject(url)).json().next_cursor;
    const refusal = async (url: string, more = {}): Promise<Json> => {
      const answer = await app.inject({ url, headers: more });
      assert.equal(answer.statusCode, 400, `${url}: ${answer.body}`);
      return answer.json();
    };

    test('those of another list, of other filters, or changed by a character are refused', async () => {
      const cursor = await cursorOf(`${RECENT}?limit=2`);
      const odd = await cursorOf(`${RECENT}?limit=2&tag=odd`);
      const found = await cursorOf(`${SEARCH}?q=rain&limit=2`);
      const authors = await cursorOf('/api/public/authors/search?q=many&limit=2');
      const wrong = [
        ...[`${RECENT}?cursor=${odd}`, `${RECENT}?tag=odd&cursor=${cursor}`],
        ...[`${RECENT}?cursor=${found}`, `${SEARCH}?q=rain&cursor=${cursor}`],
        ...[`${SEARCH}?q=RAIN&cursor=${found}`, `${SEARCH}?q=rain&match=words&cursor=${found}`],
        ...[`/api/public/authors/author-0/pieces?cursor=${cursor}`, `${RECENT}?cursor=${authors}`],
        ...[`/api/public/authors/search?q=man&cursor=${authors}`, `${RECENT}?cursor=${cursor}A`],
        ...[`${RECENT}?cursor=x${cursor.slice(1)}`, `${RECENT}?cursor=`, `${RECENT}?cursor=%20`],
        `${RECENT}?cursor=${'A'.repeat(1_201)}`,
      ];
      for (const url of wrong) {
        const [error] = listAt(await refusal(url), 'errors');
        assert.equal(at(error, 'field'), 'cursor', url);
        assert.match(String(at(error, 'reason')), /^Expected .*, got .*\.$/);
      }
      await refusal(`/api/v1/pieces/me?cursor=${cursor}`, headers);
      const told = await ask(app, 'tools/call', {
        name: 'recent_pieces',
        arguments: { cursor: odd },
      });
      assert.match(told.text, /cursor: Expected next_cursor from the previous page/);
    });

    test('another limit goes on from the same place', async () => {
      const cursor = await cursorOf(`${RECENT}?limit=2`);
      const answer = await app.inject(`${RECENT}?limit=100&cursor=${cursor}`);
      assert.equal(answer.json().count, 7);
      assert.equal(answer.headers.link, undefined);
    });

    test('authors and own pieces are walked to their end', async () => {
      const lists: [List, size: number][] = [
        [
          { name: '', tool: null, path: '/api/public/authors/search', parameters: { q: 'many' } },
          7,
        ],
        [{ name: '', tool: null, path: '/api/v1/pieces/me', parameters: {}, headers }, 4],
      ];
      for (const [list, size] of lists) {
        const whole = await restWalk(app, list, 50);
        assert.equal(whole.length, size);
        for (const limit of [1, 2, 3]) assert.deepEqual(await restWalk(app, list, limit), whole);
      }
    });

    test('own pieces say when they changed, where they are and who drafted them', async () => {
      const answer = await app.inject({ url: '/api/v1/pieces/me?limit=50', headers });
      const pieces: { [field: string]: unknown }[] = answer.json().pieces;
      const draft = pieces.find(({ status }) => status === 'draft');
      assert.deepEqual(
        [draft?.['published_at'], draft?.['url'], draft?.['external_url'], draft?.['drafted_by']],
        [null, null, 'https://a.example/', { kind: 'writer', name: 'author-0' }],
      );
      const published = pieces.find(({ status }) => status === 'approved');
      assert.equal(published?.['published_at'], '2026-05-01T00:00:00.000Z');
      assert.match(
        String(published?.['url']),
        /^https:\/\/press\.example\/author\/author-0\/rain-/,
      );
      assert.match(String(published?.['updated_at']), /Z$/);
      const body = { headline: 'Mine', body_md: 'Text.' };
      const write = { ...made, name: 'Drafter', scope: 'pieces:write' } as const;
      const writer = { authorization: `Bearer ${(await createKey(context, write)).key}` };
      await app.inject({ method: 'POST', url: '/api/v1/pieces', headers: writer, payload: body });
      const listed = await app.inject({ url: '/api/v1/pieces/me?limit=50', headers });
      const mine = listAt(listed.json(), 'pieces').find((each) => at(each, 'headline') === 'Mine');
      assert.deepEqual(at(mine, 'drafted_by'), { kind: 'key', name: 'Drafter' });
    });
  });
}
