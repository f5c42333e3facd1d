// A partial revision changes the fields that it names, and keeps the others.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES } from '../support/databases/databases.ts';
import { addKey, addWriter, browserOf, post, startGate } from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';

const WHOLE = {
  headline: 'Gullies',
  sub: 'Three things nobody checks.',
  body_md: 'A gully is a promise about rain.',
  category: 'civic',
  tags: ['rain', 'streets'],
  frame: 'origin',
  style: 'report',
  locale: 'de',
  external_url: 'https://elsewhere.example/gullies',
  image: { url: 'https://elsewhere.example/gully.jpg', alt: 'A gully', caption: null },
};

const EMPTY = {
  ...{ sub: null, tags: [], category: 'building', frame: 'lesson', style: 'essay', locale: 'en' },
  ...{ external_url: null, image: null },
};

for (const kind of DATABASES) {
  describe(`partial revisions, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { app, context } = gate;
    const ada = await browserOf(gate, await addWriter(gate, 'ada'));
    const { key } = await addKey(gate, 'ada', { name: 'agent' });
    const reading = await addKey(gate, 'ada', { scope: 'pieces:read' });
    const judge = await judgeOf(app);

    const draft = async () => String(at((await post(gate, key, WHOLE)).json<Json>(), 'id'));
    const url = (id: string) => `/api/v1/pieces/${id}`;
    const authorization = `Bearer ${key}`;
    const read = async (id: string) =>
      at((await app.inject({ url: url(id), headers: { authorization } })).json<Json>(), 'piece');
    const send = (method: 'PUT' | 'PATCH', id: string, body: object, headers: object = {}) =>
      app.inject({
        method,
        url: url(id),
        headers: { authorization, 'if-match': '*', ...headers },
        payload: body,
      });
    const patch = (id: string, body: object, headers: object = {}) =>
      send('PATCH', id, body, headers);
    const tool = async (given: object) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization },
        payload: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'revise_draft', arguments: given },
        },
      });
      assert.equal(answer.statusCode, 200, answer.body);
      return at(answer.json<Json>(), 'result');
    };
    const publish = async (id: string) => {
      const done = await ada.submit(`/desk/edit/pieces/${id}/publish`, { version: '1' });
      assert.equal(done.statusCode, 303, done.body);
    };

    test('each field alone, by PATCH and by tool, and the others stay', async () => {
      const id = await draft();
      let expected: object = { ...WHOLE };
      const changes: object[] = [
        ...[{ headline: 'Kerbs' }, { sub: 'Two things.' }, { body_md: 'A kerb.' }],
        ...[{ category: 'money' }, { tags: ['kerbs'] }, { frame: 'lesson' }, { style: 'note' }],
        ...[{ locale: 'fr' }, { external_url: null }, { image: null }],
      ];
      for (const [n, change] of changes.entries()) {
        expected = { ...expected, ...change };
        if (n % 2 === 0) {
          const answer = await patch(id, change);
          assert.equal(answer.statusCode, 200, answer.body);
          assert.equal(answer.headers.etag, `"v${n + 2}"`);
        } else {
          const result = await tool({ id, version: n + 1, ...change });
          assert.equal(at(result, 'isError'), undefined, JSON.stringify(result));
        }
        assert.partialDeepStrictEqual(await read(id), { ...expected, version: n + 2 });
      }
    });

    test('null empties, by PATCH and by tool', async () => {
      const nulls = Object.fromEntries(Object.keys(EMPTY).map((name) => [name, null]));
      const [sent, called] = [await draft(), await draft()];
      assert.equal((await patch(sent, nulls)).statusCode, 200);
      await tool({ id: called, version: 1, ...nulls, idempotency_key: null });
      for (const id of [sent, called]) {
        const { headline, body_md } = WHOLE;
        assert.partialDeepStrictEqual(await read(id), { ...EMPTY, headline, body_md, version: 2 });
      }
    });

    test('on a published piece, only the named fields are proposed', async () => {
      const id = await draft();
      await publish(id);
      const shown = await app.inject(`/api/public/pieces/${id}`);
      const answer = await patch(id, { sub: 'Two things.' });
      assert.equal(answer.statusCode, 202, answer.body);
      assert.deepEqual(at(answer.json<Json>(), 'proposal', 'empties'), []);
      const result = await tool({ id, version: 1, tags: null });
      assert.deepEqual(at(result, 'structuredContent', 'proposal', 'empties'), ['tags']);
      const [first, second] = await context.store.proposals.whole(id);
      const working = await context.store.pieces.version(id, 1);
      assert.ok(first && second && working);
      const differing = (proposal: typeof first) =>
        (['headline', 'sub', 'body_md', 'category', 'tags', 'frame', 'style'] as const).filter(
          (name) => proposal[name] !== working[name],
        );
      assert.deepEqual([differing(first), differing(second)], [['sub'], ['tags']]);
      const { locale, external_url, image } = working;
      assert.partialDeepStrictEqual(second, { locale, external_url, image });
      assert.equal((await app.inject(`/api/public/pieces/${id}`)).body, shown.body);
      const page = await ada.open(`/desk/edit/pieces/${id}/proposals/${first.id}`);
      assert.equal(page.body.match(/<p class="label">/g)?.length, 1, 'one change at the desk');
    });

    test('PUT says what its proposal would empty', async () => {
      const id = await draft();
      await publish(id);
      const { headline, body_md } = WHOLE;
      const answer = await send('PUT', id, { headline, body_md, locale: 'de', sub: '' });
      assert.equal(answer.statusCode, 202, answer.body);
      assert.deepEqual(
        listAt(answer.json<Json>(), 'proposal', 'empties').toSorted(),
        Object.keys(EMPTY)
          .filter((name) => name !== 'locale')
          .toSorted(),
      );
    });

    test('a wrong field, none, or text that must not be empty: 400', async () => {
      const id = await draft();
      for (const [body, field] of [
        [{ headline: null }, 'headline'],
        [{ body_md: ' ' }, 'body_md'],
        [{ tags: 'rain' }, 'tags'],
        [{ category: 'nowhere' }, 'category'],
        [{ style: '' }, 'style'],
        [{ image: { url: 'https://elsewhere.example/' } }, 'image.alt'],
        [{}, 'body'],
        [{ headlin: 'Kerbs' }, 'body'],
        [[], 'body'],
      ] as const) {
        const answer = await patch(id, body);
        assert.equal(answer.statusCode, 400, JSON.stringify(body));
        assert.equal(at(listAt(answer.json<Json>(), 'errors')[0], 'field'), field, answer.body);
        judge.assertFailure(answer.json<Json>());
      }
      const refused = await tool({ id, version: 1 });
      assert.match(JSON.stringify(refused), /"isError":true/);
      assert.match(JSON.stringify(refused), /Expected at least one of headline, sub/);
      assert.equal(at(await read(id), 'version'), 1);
    });

    test('If-Match, Idempotency-Key and scope are as with PUT', async () => {
      const id = await draft();
      const change = { headline: 'Kerbs' };
      const statusOf = async (headers: object, body: object = change) =>
        (await patch(id, body, headers)).statusCode;
      assert.equal(await statusOf({ 'if-match': '' }), 428);
      assert.equal(await statusOf({ 'if-match': '"v2"' }), 412);
      assert.equal(await statusOf({ authorization: `Bearer ${reading.key}` }), 403);
      const once = { 'if-match': '"v1"', 'idempotency-key': `once ${id}` };
      const [first, again] = [await patch(id, change, once), await patch(id, change, once)];
      assert.deepEqual([first.statusCode, first.body], [200, again.body]);
      assert.equal(at(await read(id), 'version'), 2);
      assert.equal(await statusOf(once, { headline: 'Drains' }), 422);
      assert.equal((await send('PUT', id, { ...WHOLE, ...change }, once)).statusCode, 422);
    });
  });
}
