// A program reads its writer's pieces back and revises them: a version where it is its own, a proposal elsewhere.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import {
  addKey,
  addWriter,
  browserOf,
  DRAFT,
  gateAt,
  listOwn,
  post,
  startGate,
} from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';

for (const kind of DATABASES_IN_FULL) {
  describe(`reading back and revising, on ${kind}`, async () => {
    const gate = await startGate(kind, { REVIEW: 'on' });
    const { app, context, clock } = gate;
    const ada = await browserOf(gate, await addWriter(gate, 'ada'));
    await addWriter(gate, 'ben');
    const chief = await browserOf(gate, await addWriter(gate, 'chief', { admin: true }));
    const mine = await addKey(gate, 'ada', { name: 'agent one' });
    const others = await Promise.all(
      [2, 3, 4, 5, 6, 7].map((n) => addKey(gate, 'ada', { name: `agent ${n}` })),
    );
    const [other] = others;
    assert.ok(other);
    const reading = await addKey(gate, 'ada', { scope: 'pieces:read' });
    const bens = await addKey(gate, 'ben');
    const judge = await judgeOf(app);

    const draft = async (key = mine.key) =>
      String(at((await post(gate, key, DRAFT)).json<Json>(), 'id'));
    const read = (id: string, key = mine.key) =>
      app.inject({ url: `/api/v1/pieces/${id}`, headers: { authorization: `Bearer ${key}` } });
    const put = (
      id: string,
      {
        key = mine.key,
        tag = '"v1"',
        body = { ...DRAFT, headline: 'Revised' },
        headers = {},
        on = app,
      }: Sent = {},
    ) =>
      on.inject({
        method: 'PUT',
        url: `/api/v1/pieces/${id}`,
        headers: {
          authorization: `Bearer ${key}`,
          ...(tag === null ? {} : { 'if-match': tag }),
          ...headers,
        },
        payload: body,
      });
    interface Sent {
      key?: string;
      tag?: string | null;
      body?: object;
      headers?: { [name: string]: string };
      on?: typeof app;
    }
    const page = (id: string, rest = '') => `/desk/edit/pieces/${id}${rest}`;
    const fields = { headline: 'Mine', body_md: 'Mine.', category: 'life', frame: 'lesson' };
    const save = (id: string, version: number, words = 'Mine.') =>
      ada.submit(page(id), { ...fields, body_md: words, version: String(version) });
    const move = async (id: string, act: string, decision?: string, note = '') => {
      const done = decision
        ? await chief.submit(`/desk/review/${id}`, { decision, note, version: '1' })
        : await ada.submit(page(id, `/${act}`), { version: '1' });
      assert.equal(done.statusCode, 303, done.body);
    };
    const versions = (id: string) => context.store.versions.notes(id, 1000);

    test('it is read back as it was sent, with an ETag of the version', async () => {
      const id = await draft();
      const answer = await read(id.toUpperCase(), reading.key);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.headers.etag, '"v1"');
      const piece = at(answer.json<Json>(), 'piece');
      assert.partialDeepStrictEqual(piece, {
        ...{ id, ...DRAFT, sub: null, tags: [], category: 'building', status: 'draft', version: 1 },
        written_by: { kind: 'key', name: 'agent one', is_this_key: false },
        edit_url: `https://press.example/desk/edit/pieces/${id}`,
        ...{ public_url: null, open_notes: 0, revision_requested_at: null, review_note: null },
      });
      assert.equal(at((await read(id)).json<Json>(), 'piece', 'written_by', 'is_this_key'), true);
    });

    test('another writer’s piece, an invalid id, and a piece in the trash are 404', async () => {
      const id = await draft();
      for (const [each, key] of [
        [id, bens.key],
        ['x', mine.key],
        [crypto.randomUUID(), mine.key],
      ] as const) {
        const answer = await read(each, key);
        assert.deepEqual(
          [answer.statusCode, at(answer.json<Json>(), 'code')],
          [404, 'own_piece_not_found'],
        );
        assert.equal((await put(each, { key })).statusCode, 404);
      }
      assert.equal((await ada.submit(page(id, '/delete'))).statusCode, 303);
      assert.equal((await read(id)).statusCode, 404);
      assert.equal((await put(id)).statusCode, 404);
    });

    test('If-Match is looked at first: 428 without it, 412 with the present version', async () => {
      const id = await draft();
      const without = await put(id, { tag: null, body: {} });
      assert.deepEqual(
        [without.statusCode, at(without.json<Json>(), 'code')],
        [428, 'version_required'],
      );
      for (const tag of ['"v2"', 'W/"v1"', 'v1', '"1"', '"v0", "v3"']) {
        const stale = await put(id, { tag, body: {} });
        assert.equal(stale.statusCode, 412, `${tag} ${stale.body}`);
        assert.equal(at(stale.json<Json>(), 'version'), 1);
        judge.assertFailure(stale.json<Json>());
      }
      assert.equal((await put(id, { body: { headline: '' } })).statusCode, 400);
      assert.equal((await put(id, { tag: '"v0", "v1"' })).statusCode, 200);
      assert.equal((await put(id, { key: reading.key, tag: '"v2"' })).statusCode, 403);
    });

    test('If-Match is looked at before whatever the body is, and * is whatever is there', async () => {
      const id = await draft();
      const sent = async (tag: string | null, headers: { [name: string]: string } = {}) => {
        const answer = await app.inject({
          method: 'PUT',
          url: `/api/v1/pieces/${id}`,
          headers: {
            ...{ authorization: `Bearer ${mine.key}`, 'content-type': 'application/json' },
            ...(tag !== null && { 'if-match': tag }),
            ...headers,
          },
          payload: '{ this is not JSON',
        });
        return answer.statusCode;
      };
      assert.equal(await sent(null), 428);
      assert.equal(await sent(null, { 'idempotency-key': '' }), 428);
      assert.equal(await sent(null, { 'content-type': 'text/plain' }), 428);
      assert.equal(await sent('"v7"'), 412);
      assert.equal(await sent('"v7"', { 'content-type': 'text/plain' }), 412);
      assert.equal(await sent('"v7"', { 'idempotency-key': 'never used' }), 412);
      assert.equal(await sent('"v1"'), 400);
      assert.equal((await put(id, { tag: null, key: bens.key })).statusCode, 428);
      assert.equal((await put(id, { tag: '"v9", *' })).statusCode, 412);
      assert.equal((await put(id, { tag: ' * ' })).statusCode, 200);
    });

    test('its own latest version is revised, again and again', async () => {
      const id = await draft();
      clock.advance(1000);
      const first = await put(id);
      assert.equal(first.statusCode, 200, first.body);
      assert.equal(first.headers.etag, '"v2"');
      assert.partialDeepStrictEqual(first.json<Json>(), {
        id,
        status: 'draft',
        version: 2,
        proposal: null,
      });
      const second = await put(id, { tag: '"v2"', body: { ...DRAFT, headline: 'Again' } });
      assert.equal(at(second.json<Json>(), 'version'), 3);
      const piece = at((await read(id)).json<Json>(), 'piece');
      assert.partialDeepStrictEqual(piece, { headline: 'Again', version: 3 });
      assert.deepEqual(
        (await versions(id)).map((each) => each.saved_by_name),
        Array(3).fill('agent one'),
      );
    });

    test('what only its own key has revised, that key takes back', async () => {
      const remove = (id: string) =>
        app.inject({
          method: 'DELETE',
          url: `/api/v1/pieces/${id}`,
          headers: { authorization: `Bearer ${mine.key}` },
        });
      const id = await draft();
      clock.advance(1000);
      assert.equal((await put(id)).statusCode, 200);
      assert.equal((await remove(id)).statusCode, 200);
      const proposedTo = await draft();
      assert.equal((await put(proposedTo, { key: other.key })).statusCode, 202);
      assert.equal((await remove(proposedTo)).statusCode, 409);
    });

    test('where the writer has written since, it is a proposal and touches nothing', async () => {
      const id = await draft();
      assert.equal((await save(id, 1)).statusCode, 303);
      const { proposals: none, ...before } = (await read(id)).json().piece;
      const answer = await put(id, { tag: '"v2"' });
      assert.equal(answer.statusCode, 202, answer.body);
      assert.partialDeepStrictEqual(answer.json<Json>(), {
        ...{ status: 'draft', version: 2 },
        proposal: { status: 'open', base_version: 2 },
      });
      const { proposals, ...after } = (await read(id)).json().piece;
      assert.deepEqual(after, before);
      assert.deepEqual([none.length, proposals.length], [0, 1]);
      const newer = await put(id, { tag: '"v2"', body: { ...DRAFT, headline: 'Newer' } });
      assert.equal(newer.statusCode, 202);
      const listed = await context.store.proposals.ofPiece(id);
      assert.deepEqual(
        listed.map(({ status }) => status),
        ['open', 'superseded'],
      );
    });

    test('a key that never wrote there proposes, five of them at most', async () => {
      const id = await draft();
      for (const [n, { key }] of others.entries()) {
        const answer = await put(id, { key });
        const expected = n < 5 ? [202, undefined] : [409, 'many_proposals'];
        assert.deepEqual(
          [answer.statusCode, at(answer.json<Json>(), 'code')],
          expected,
          answer.body,
        );
      }
      assert.equal((await put(id, { key: other.key })).statusCode, 202, 'in the place of its own');
      assert.equal((await put(id)).statusCode, 200, 'its own is its own still');
    });

    test('pending and approved pieces get proposals, rejected ones a reason', async () => {
      const id = await draft();
      await move(id, 'publish');
      assert.equal((await put(id)).statusCode, 202);
      await move(id, '', 'reject', 'Not for us.');
      const refused = await put(id);
      assert.deepEqual(
        [refused.statusCode, at(refused.json<Json>(), 'code')],
        [409, 'piece_rejected'],
      );
      assert.match(String(at(refused.json<Json>(), 'reason')), /reopen/);
      assert.equal(at((await read(id)).json<Json>(), 'piece', 'review_note'), 'Not for us.');
      await move(id, 'reopen');
      assert.equal(at((await read(id)).json<Json>(), 'piece', 'review_note'), null);
      await move(id, 'publish');
      await move(id, '', 'approve');
      const shown = 'https://press.example/author/ada/a-headline';
      const piece = at((await read(id)).json<Json>(), 'piece');
      assert.partialDeepStrictEqual(piece, { url: shown, public_url: shown });
      const listed = listAt((await listOwn(gate, mine.key)).json<Json>(), 'pieces');
      const entry = listed.find((each) => at(each, 'id') === id);
      assert.partialDeepStrictEqual(entry, { url: shown, public_url: shown });
      const publicly = await app.inject(`/api/public/pieces/${id}`);
      assert.equal((await put(id)).statusCode, 202);
      assert.equal((await app.inject(`/api/public/pieces/${id}`)).body, publicly.body);
    });

    test('after changes were requested, its own is its own to revise', async () => {
      const id = await draft();
      await move(id, 'publish');
      await move(id, '', 'ask_for_changes', 'Shorter.');
      assert.equal(at((await read(id)).json<Json>(), 'piece', 'review_note'), 'Shorter.');
      const answer = await put(id);
      assert.deepEqual(
        [answer.statusCode, at(answer.json<Json>(), 'status')],
        [200, 'changes_requested'],
      );
    });

    test('the same Idempotency-Key twenty times, on two processes, is one version and one answer', async () => {
      const twin = await gateAt(gate.place, { REVIEW: 'on' }, clock);
      for (const [key, expected] of [
        [mine.key, 200],
        [other.key, 202],
      ] as const) {
        const id = await draft();
        const headers = { 'idempotency-key': `once ${expected}` };
        const send = (n: number) => put(id, { key, headers, on: n % 2 ? app : twin.app });
        const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n)));
        assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([expected]));
        assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
        assert.equal(new Set(answers.map((each) => each.headers.etag)).size, 1);
        assert.equal((await versions(id)).length, expected === 200 ? 2 : 1);
        assert.equal((await context.store.proposals.ofPiece(id)).length, expected === 200 ? 0 : 1);
        assert.equal((await put(id, { key, headers, body: DRAFT })).statusCode, 422);
        assert.equal((await put(await draft(), { key, headers })).statusCode, 422, 'another piece');
      }
    });

    test('the writer autosaving and two keys at once lose nothing that was acknowledged', async () => {
      const twin = await gateAt(gate.place, { REVIEW: 'on' }, clock);
      const id = await draft();
      const kept = new Set<string>();
      for (let round = 0; round < 8; round += 1) {
        const version = Number(at((await read(id)).json<Json>(), 'piece', 'version'));
        const words = (who: string) => `${who} in round ${round}. ${'x'.repeat(150)} ${who}`;
        const tag = `"v${version}"`;
        const answers: { statusCode: number }[] = await Promise.all([
          save(id, version, words('writer')),
          put(id, { tag, body: { ...DRAFT, body_md: words('one') } }),
          put(id, { tag, key: other.key, body: { ...DRAFT, body_md: words('two') }, on: twin.app }),
        ]);
        for (const [n, who] of ['writer', 'one', 'two'].entries()) {
          const status = answers[n]?.statusCode ?? 0;
          assert.ok([200, 202, 303, 409, 412].includes(status), String(status));
          if (status < 400) kept.add(words(who));
        }
      }
      const proposals = await context.store.proposals.whole(id);
      const saved = await context.store.versions.page(id, 1_000_000, 1000);
      const texts = [...proposals, ...saved].map(({ body_md }) => body_md);
      assert.ok(kept.size >= 8);
      for (const words of kept) assert.ok(texts.includes(words), words);
    });

    test('updated_since leaves out what was not touched', async () => {
      const id = await draft();
      clock.advance(60_000);
      const since = clock.now().toISOString();
      const ids = async (query: string) =>
        listAt((await listOwn(gate, mine.key, query)).json<Json>(), 'pieces').map((each) =>
          at(each, 'id'),
        );
      assert.deepEqual(await ids(`?updated_since=${since}`), []);
      assert.equal((await put(id)).statusCode, 200);
      assert.deepEqual(await ids(`?updated_since=${since}`), [id]);
      assert.equal((await listOwn(gate, mine.key, '?updated_since=soon')).statusCode, 400);
    });
  });
}
