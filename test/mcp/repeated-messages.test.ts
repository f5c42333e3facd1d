// Tool calls that repeat an earlier one: answered from the cache only where every byte is the same.

import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CachedAnswer } from '../../src/surfaces/mcp/message-cache.ts';
import { author, piece } from '../support/archive/records.ts';
import { at, type JsonObject } from '../support/json.ts';
import { startService } from '../support/service.ts';
import { askStateless, post } from '../support/tool-messages.ts';

const { app, add } = await startService('sqlite');

/** Whether each request was answered without being parsed. */
const repeats: boolean[] = [];
app.addHook('preHandler', (request, _reply, done) => {
  repeats.push(request.body instanceof CachedAnswer);
  done();
});

const call = (fields: JsonObject = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'recent_pieces' },
    ...fields,
  });

const thrice = async <T>(send: () => Promise<T>) => [await send(), await send(), await send()];

describe('a message that was answered before', () => {
  before(() => add(author('ada'), piece('ada', { headline: 'Bridges', sub: 'é'.repeat(200) })));
  beforeEach(async () => {
    await thrice(() => post(app, call()));
    repeats.length = 0;
  });

  test('gets the same answer without being parsed', async () => {
    const [first, second, third] = await thrice(() => post(app, call({ id: 'a' })));
    assert.deepEqual(second, first);
    assert.deepEqual(third, first);
    assert.deepEqual(repeats, [false, true, true]);
  });

  test('gets a new answer as soon as there is a new piece', async () => {
    const old = await post(app, call());
    await add(piece('ada', { headline: 'Tunnels' }));
    const fresh = await post(app, call());
    assert.doesNotMatch(old.text, /Tunnels/);
    assert.match(fresh.text, /Tunnels/);
    assert.deepEqual(repeats, [true, false]);
  });

  test('gets its own id back', async () => {
    const { body } = await post(app, call({ id: 2 }));
    assert.equal(at(body, 'id'), 2);
    assert.deepEqual(repeats, [false]);
  });

  test('is cached in the encoding that the client prefers', async () => {
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/api/mcp',
        headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
        payload: call(),
      });
    const [, , cached] = await thrice(send);
    assert.equal(cached?.headers['content-encoding'], 'gzip');
    const plain = await post(app, call());
    assert.equal(gunzipSync(cached?.rawPayload ?? '').toString(), plain.text);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.deepEqual(repeats, [false, true, true, true]);
  });

  const REFUSED: [name: string, headers: { [name: string]: string }, status: number][] = [
    ['in another charset', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['as plain text', { 'content-type': 'text/plain' }, 415],
    ['in an unknown revision', { 'mcp-protocol-version': '2000-01-01' }, 400],
    ['in an empty revision', { 'mcp-protocol-version': '' }, 400],
  ];
  for (const [name, headers, status] of REFUSED) {
    test(`is refused ${name}`, async () => {
      assert.equal((await post(app, call(), headers)).status, status);
    });
  }

  test('is refused without sessions when its headers contradict it', async () => {
    const send = (headers = {}) =>
      askStateless(app, 'tools/call', { name: 'recent_pieces' }, headers);
    await thrice(send);
    assert.deepEqual(repeats, [false, true, true]);
    for (const header of ['mcp-method', 'mcp-name', 'mcp-protocol-version']) {
      assert.equal((await send({ [header]: 'other' })).status, 400, header);
    }
  });
});
