// What became of a proposal: a program with only the tools, the API or a webhook learns it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES } from '../support/databases/databases.ts';
import { addKey, addWriter, browserOf, post, startGate } from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';

const WHOLE = {
  headline: 'Gullies',
  sub: 'Three things nobody checks.',
  body_md: 'A gully is a promise about rain.',
  tags: ['rain'],
};

const PRESENCE = '/desk/edit/online-presence';

for (const kind of DATABASES) {
  describe(`answers to proposals, on ${kind}`, async () => {
    const gate = await startGate(kind, { WEBHOOK_ALLOW: '127.0.0.0/8' });
    const { app, context, clock } = gate;
    const person = await addWriter(gate, 'ada');
    const ada = await browserOf(gate, person);
    const { key } = await addKey(gate, 'ada', { name: 'agent' });
    const other = await addKey(gate, 'ada', { name: 'another agent' });
    const authorization = `Bearer ${key}`;

    const tool = async (name: string, given: object) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization },
        payload: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name, arguments: given },
        },
      });
      assert.equal(answer.statusCode, 200, answer.body);
      const result = at(answer.json<Json>(), 'result');
      assert.equal(at(result, 'isError'), undefined, answer.body);
      return at(result, 'structuredContent');
    };
    const proposalsOf = async (id: string) =>
      listAt(await tool('get_my_piece', { id }), 'piece', 'proposals');
    const read = (id: string) =>
      app.inject({ url: `/api/v1/pieces/${id}`, headers: { authorization } });
    const tagOf = async (id: string) => String((await read(id)).headers.etag);
    const change = (id: string, tag: string, body: object, by = key) =>
      app.inject({
        method: 'PATCH',
        url: `/api/v1/pieces/${id}`,
        headers: { authorization: `Bearer ${by}`, 'if-match': tag },
        payload: body,
      });
    const published = async () => {
      const id = String(at((await post(gate, key, WHOLE)).json<Json>(), 'id'));
      const done = await ada.submit(`/desk/edit/pieces/${id}/publish`, { version: '1' });
      assert.equal(done.statusCode, 303, done.body);
      return id;
    };
    const proposed = async (body: object) => {
      const id = await published();
      const answer = await change(id, '"v1"', body);
      assert.equal(answer.statusCode, 202, answer.body);
      return { id, proposal: String(at(answer.json<Json>(), 'proposal', 'id')) };
    };
    const answer = async ({ id, proposal }: { id: string; proposal: string }, fields: object) => {
      const page = `/desk/edit/pieces/${id}/proposals/${proposal}`;
      const done = await ada.submit(page, { ...fields });
      assert.equal(done.statusCode, 303, done.body);
    };
    const CHANGES = { headline: 'Kerbs', sub: null, tags: ['rain', 'kerbs'] };

    test('one call says that it was taken in part, which part, and what still waits', async () => {
      const made = await proposed(CHANGES);
      assert.partialDeepStrictEqual((await proposalsOf(made.id))[0], {
        ...{ id: made.proposal, state: 'open', waiting: 3, answered_at: null, answered_by: null },
        proposed_by: { kind: 'key', name: 'agent', is_this_key: true },
      });
      const [before, since] = [await tagOf(made.id), clock.now().toISOString()];
      await answer(made, { version: '1', take: 'chosen', 'change-headline': 'yes' });
      const [outcome] = await proposalsOf(made.id);
      assert.deepEqual(outcome, {
        ...{ id: made.proposal, state: 'taken_in_part', base_version: 1, waiting: 2 },
        proposed_at: at(outcome, 'proposed_at'),
        proposed_by: { kind: 'key', name: 'agent', is_this_key: true },
        answered_at: since,
        answered_by: { kind: 'writer', name: 'ada' },
        changes: [
          { field: 'headline', from: 'Gullies', to: 'Kerbs', state: 'taken', version: 2 },
          { field: 'sub', from: WHOLE.sub, to: '', state: 'waiting', version: null },
          {
            ...{ field: 'tags', from: '["rain"]', to: '["rain","kerbs"]' },
            ...{ state: 'waiting', version: null },
          },
        ],
      });
      assert.notEqual(await tagOf(made.id), before);
      await answer(made, { version: '2', take: 'none' });
      const [closed] = await proposalsOf(made.id);
      assert.partialDeepStrictEqual(closed, { state: 'taken_in_part', waiting: 0 });
      assert.deepEqual(
        listAt(closed, 'changes').map((each) => at(each, 'state')),
        ['taken', 'declined', 'declined'],
      );
    });

    test('taken and declined, and the ETag tells either, but no revision gets stale', async () => {
      const taken = await proposed(CHANGES);
      await answer(taken, { version: '1', take: 'all' });
      assert.partialDeepStrictEqual((await proposalsOf(taken.id))[0], {
        ...{ state: 'taken', waiting: 0 },
        changes: Array(3).fill({ state: 'taken', version: 2 }),
      });
      const declined = await proposed(CHANGES);
      const before = await tagOf(declined.id);
      assert.equal(before, '"v1"');
      await answer(declined, { version: '1', take: 'none' });
      const after = await tagOf(declined.id);
      assert.equal(after, '"v1.1"');
      assert.partialDeepStrictEqual((await proposalsOf(declined.id))[0], {
        ...{ state: 'declined', waiting: 0, answered_by: { kind: 'writer', name: 'ada' } },
        changes: Array(3).fill({ state: 'declined', version: null }),
      });
      for (const tag of [before, after, '"v2", "v1.7"']) {
        const again = await change(declined.id, tag, { headline: 'Drains' });
        assert.deepEqual([again.statusCode, again.headers.etag], [202, after]);
      }
      assert.equal((await change(declined.id, '"v2.1"', CHANGES)).statusCode, 412);
      const states = (await proposalsOf(declined.id)).map((each) => at(each, 'state'));
      assert.deepEqual(states, ['open', 'superseded', 'superseded', 'declined']);
    });

    test('a change to a long text is cut, and another key’s proposal is not its own', async () => {
      const id = await published();
      const text = `${'😀'.repeat(1000)}.`;
      assert.equal((await change(id, '"v1"', { body_md: text }, other.key)).statusCode, 202);
      const [outcome] = await proposalsOf(id);
      assert.equal(at(outcome, 'proposed_by', 'is_this_key'), false);
      const [body] = listAt(outcome, 'changes');
      assert.equal(at(body, 'to'), `${'😀'.repeat(300)}…`);
    });

    test('the counts of what waits are in /me and in a tool', async () => {
      const waiting = async () => {
        const me = await app.inject({ url: '/api/v1/me', headers: { authorization } });
        const counts = at(me.json<Json>(), 'waiting');
        assert.deepEqual(at(await tool('get_my_desk', {}), 'waiting'), counts);
        return ['open_notes', 'revision_requests', 'open_proposals'].map((name) =>
          Number(at(counts, name)),
        );
      };
      const before = await waiting();
      const plus = (more: number[]) => before.map((count, n) => count + (more[n] ?? 0));
      const made = await proposed(CHANGES);
      assert.deepEqual(await waiting(), plus([0, 0, 1]));
      const page = `/desk/edit/pieces/${made.id}`;
      await ada.submit(`${page}/conversation`, { body: 'Shorter, please.', exact: '' });
      await ada.submit(`${page}/revision`);
      assert.deepEqual(await waiting(), plus([1, 1, 1]));
      await answer(made, { version: '1', take: 'chosen', 'change-headline': 'yes' });
      assert.deepEqual(await waiting(), plus([1, 1, 1]), 'the rest of it waits');
      await answer(made, { version: '2', take: 'all' });
      assert.deepEqual(await waiting(), plus([1, 1, 0]));
    });

    test('a webhook hears of each answer if its writer chose that', async () => {
      await ada.submit(`${PRESENCE}/webhook`, { url: 'https://127.0.0.1/hook' }, PRESENCE);
      const heard = async () => {
        const listed = await context.store.deliveries.ofAccount(person.id, 100);
        const rows = await Promise.all(listed.map(({ id }) => context.store.deliveries.byId(id)));
        return rows.flatMap((row): Json[] =>
          row?.event === 'proposal.answered' ? [JSON.parse(row.body)] : [],
        );
      };
      await answer(await proposed(CHANGES), { version: '1', take: 'none' });
      assert.deepEqual(await heard(), [], 'it is off unless it was chosen');
      const chosen = { 'proposal.answered': 'yes' };
      await ada.submit(`${PRESENCE}/webhook/events`, chosen, PRESENCE);
      const made = await proposed(CHANGES);
      assert.equal((await heard()).length, 0);
      await answer(made, { version: '1', take: 'chosen', 'change-sub': 'yes' });
      const [first] = await heard();
      assert.partialDeepStrictEqual(first, {
        event: 'proposal.answered',
        piece: { id: made.id, version: 2 },
        proposal: { id: made.proposal, state: 'taken_in_part', waiting: 2 },
      });
      assert.deepEqual(
        listAt(first, 'proposal', 'changes').map((each) => [at(each, 'field'), at(each, 'state')]),
        [
          ['headline', 'waiting'],
          ['sub', 'taken'],
          ['tags', 'waiting'],
        ],
      );
      assert.equal(at(first, 'proposal', 'proposed_by', 'is_this_key'), undefined);
      clock.advance(1000);
      await answer(made, { version: '2', take: 'none' });
      assert.deepEqual(
        (await heard()).map((each) => at(each, 'proposal', 'waiting')).toSorted(),
        [0, 2],
      );
      const stale = await ada.submit(`/desk/edit/pieces/${made.id}/proposals/${made.proposal}`, {
        ...{ version: '2', take: 'none' },
      });
      assert.notEqual(stale.statusCode, 303);
      assert.equal((await heard()).length, 2, 'a refused answer is none');
    });
  });
}
