// A program deletes its draft: only its own, and only while the draft is unchanged.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { revokeKey } from '../../src/operations/api-keys/api-keys.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { rowsAt } from '../support/databases/rows.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { addKey, addWriter, browserOf, DRAFT, listOwn, post, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

for (const kind of DATABASES_IN_FULL) {
  describe(`deleting a draft with a key, on ${kind}`, async () => {
    const gate = await startGate(kind, { REVIEW: 'on' });
    const { app, context, clock } = gate;
    const ada = await browserOf(gate, await addWriter(gate, 'ada'));
    await addWriter(gate, 'ben');
    const [mine, second, bens] = await Promise.all([
      addKey(gate, 'ada', { name: 'agent one' }),
      addKey(gate, 'ada'),
      addKey(gate, 'ben'),
    ]);
    const reading = await addKey(gate, 'ada', { scope: 'pieces:read' });
    const remove = (id: string, key = mine.key) =>
      app.inject({
        method: 'DELETE',
        url: `/api/v1/pieces/${id}`,
        headers: { authorization: `Bearer ${key}` },
      });
    const draft = async (key = mine.key) =>
      String(at((await post(gate, key, DRAFT)).json<Json>(), 'id'));
    const page = (id: string, rest = '') => `/desk/edit/pieces/${id}${rest}`;
    const fields = { version: '1', headline: 'Mine', body_md: 'Mine.', category: 'life' };
    const outcome = async (id: string, key?: string) => {
      const answer = await remove(id, key);
      return [answer.statusCode, at(answer.json<Json>(), 'code')];
    };

    test('moves it to the trash, from where its writer gets it back', async () => {
      const id = await draft();
      const answer = await remove(id.toUpperCase());
      assert.equal(answer.statusCode, 200, answer.body);
      const until = new Date(clock.now().getTime() + 30 * DAY_MS).toISOString();
      assert.deepEqual(answer.json<Json>(), { ok: true, id, restorable_until: until });
      assert.doesNotMatch((await listOwn(gate, mine.key)).body, new RegExp(id));
      const moves = await context.store.pieces.moves(id);
      assert.deepEqual(
        moves.map(({ act, by_kind, by_name, by_id }) => [act, by_kind, by_name, by_id]),
        [
          ['create', 'key', 'agent one', mine.id],
          ['delete', 'key', 'agent one', mine.id],
        ],
      );
      leadsTo(await ada.submit(`/desk/trash/${id}/restore`));
      assert.match((await listOwn(gate, mine.key)).body, new RegExp(id));
      // Its writer wanted it.
      assert.deepEqual(await outcome(id), [409, 'draft_touched']);
    });

    test('is answered the same when it is sent again, also at the same moment', async () => {
      const id = await draft();
      const first = await Promise.all(Array.from({ length: 8 }, () => remove(id)));
      clock.advance(60_000);
      const answers = [...first, await remove(id)];
      assert.deepEqual(
        new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size,
        1,
        answers.map(({ body }) => body).join('\n'),
      );
      assert.equal((await context.store.pieces.moves(id)).length, 2);
    });

    test('needs no body, whatever type a client says that none has; one that is no JSON is refused', async () => {
      const send = async (headers: { [name: string]: string }, payload?: string) => {
        const answer = await app.inject({
          method: 'DELETE',
          url: `/api/v1/pieces/${await draft()}`,
          headers: { authorization: `Bearer ${mine.key}`, ...headers },
          ...(payload !== undefined && { payload }),
        });
        return [answer.statusCode, at(answer.json<Json>(), 'code')];
      };
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        assert.deepEqual(await send({ 'content-type': type }), [200, undefined], type);
        const none = { 'content-type': type, 'content-length': '0' };
        assert.deepEqual(await send(none), [200, undefined], type);
      }
      const json = { 'content-type': 'application/json' };
      assert.deepEqual(await send(json, '{}'), [200, undefined]);
      assert.deepEqual(await send(json, '{'), [400, 'malformed_json']);
      assert.deepEqual(await send({ 'content-type': 'text/plain' }, 'x'), [
        415,
        'unsupported_type',
      ]);
    });

    const TOUCHES: [name: string, touch: (id: string) => Promise<unknown>][] = [
      ['edited', (id) => ada.submit(page(id), { ...fields, frame: 'lesson' })],
      ['shared', (id) => ada.submit(page(id, '/preview'))],
      ['submitted', (id) => ada.submit(page(id, '/publish'), { version: '1' })],
      [
        'submitted and withdrawn',
        async (id) => {
          await ada.submit(page(id, '/publish'), { version: '1' });
          await ada.submit(page(id, '/withdraw'));
        },
      ],
      [
        'deleted and restored',
        async (id) => {
          await ada.submit(page(id, '/delete'));
          await ada.submit(`/desk/trash/${id}/restore`);
        },
      ],
    ];
    for (const [name, touch] of TOUCHES) {
      test(`is refused once its writer has ${name} it`, async () => {
        const id = await draft();
        await touch(id);
        assert.deepEqual(await outcome(id), [409, 'draft_touched']);
        assert.match((await listOwn(gate, mine.key)).body, new RegExp(id));
      });
    }

    test('is for the key that made it, and says no more than it must', async () => {
      const id = await draft();
      const written = leadsTo(
        await ada.submit('/desk/edit/pieces/new', { ...fields, frame: 'lesson' }),
      );
      const desks = /[0-9a-f-]{36}/.exec(written)?.[0] ?? '';
      const trashed = await draft();
      await ada.submit(page(trashed, '/delete'));
      const revoked = await addKey(gate, 'ada');
      const orphan = await draft(revoked.key);
      await revokeKey(context, revoked.id);
      // The first use of a key is noted.
      for (const { key } of [second, reading, bens]) await listOwn(gate, key);
      const rows = await rowsAt(gate.place);
      const cases: [string, string, number, string][] = [
        [id, second.key, 403, 'draft_of_another'],
        [id, reading.key, 403, 'scope_refused'],
        [id, bens.key, 404, 'draft_not_found'],
        [id, 'pk_live_0', 403, 'key_refused'],
        [desks, mine.key, 403, 'draft_of_another'],
        [trashed, mine.key, 404, 'draft_not_found'],
        [trashed, second.key, 404, 'draft_not_found'],
        [orphan, revoked.key, 403, 'key_refused'],
        ['00000000-0000-4000-8000-000000000000', mine.key, 404, 'draft_not_found'],
        ['%00', mine.key, 404, 'draft_not_found'],
        ['a'.repeat(300), mine.key, 404, 'draft_not_found'],
      ];
      for (const [piece, key, status, code] of cases) {
        assert.deepEqual(await outcome(piece, key), [status, code], `${piece} ${code}`);
      }
      assert.equal(await rows.haveChanged(), false);
      const nobody = await app.inject({ method: 'DELETE', url: `/api/v1/pieces/${id}` });
      assert.deepEqual([nobody.statusCode, nobody.headers['www-authenticate']], [401, 'Bearer']);
    });

    test('is over with the writer’s trash, and with a suspension', async () => {
      const id = await draft(bens.key);
      assert.equal((await remove(id, bens.key)).statusCode, 200);
      await context.store.pieces.remove(id);
      assert.deepEqual(await outcome(id, bens.key), [404, 'draft_not_found']);
      const other = await draft(bens.key);
      await suspendWriter(context, 'ben');
      assert.deepEqual(await outcome(other, bens.key), [403, 'key_refused']);
    });
  });
}
