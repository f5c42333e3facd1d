// The tool endpoint in the revision 2026-07-28: every request says everything by itself.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author } from '../support/archive/records.ts';
import { at, type Json, type JsonObject, objectAt } from '../support/json.ts';
import { startService } from '../support/service.ts';
import { ask, askStateless, post, STATELESS_META } from '../support/tool-messages.ts';

const { app, add } = await startService('sqlite');
await add(author('ada', { name: 'Ada' }));

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const without = (name: string): JsonObject =>
  Object.fromEntries(Object.entries(STATELESS_META).filter(([key]) => key !== name));

function assertComplete(result: Json | undefined) {
  assert.equal(at(result, 'resultType'), 'complete');
  assert.equal(at(result, '_meta', 'io.modelcontextprotocol/serverInfo', 'name'), 'standfirst');
}

describe('the revision 2026-07-28', () => {
  test('is discovered', async () => {
    const { status, body } = await askStateless(app, 'server/discover');
    assert.equal(status, 200);
    const result = at(body, 'result');
    assertComplete(result);
    assert.deepEqual(at(result, 'supportedVersions'), [
      '2025-03-26',
      '2025-06-18',
      '2025-11-25',
      '2026-07-28',
    ]);
    assert.ok(at(result, 'capabilities', 'tools'));
  });

  for (const method of [
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
  ]) {
    test(`${method} says how long it may be cached`, async () => {
      const { body } = await askStateless(app, method);
      const result = at(body, 'result');
      assertComplete(result);
      assert.equal(at(result, 'cacheScope'), 'public');
      assert.ok(Number.isInteger(at(result, 'ttlMs')));
    });
  }

  test('a tool is called', async () => {
    const params = { name: 'get_author', arguments: { slug: 'ada' } };
    const { status, body } = await askStateless(app, 'tools/call', params);
    assert.equal(status, 200);
    assertComplete(at(body, 'result'));
    assert.equal(at(body, 'result', 'structuredContent', 'author', 'name'), 'Ada');
  });

  for (const method of ['initialize', 'ping', 'logging/setLevel', 'unknown/method']) {
    test(`${method} is not there`, async () => {
      const { status, body } = await askStateless(app, method);
      assert.deepEqual([status, at(body, 'error', 'code'), at(body, 'id')], [404, -32601, 1]);
    });
  }

  const CASES: [what: string, params: JsonObject, headers: { [name: string]: string }, number][] = [
    ['without _meta', { _meta: {} }, {}, -32602],
    ['without a version', { _meta: without(VERSION) }, {}, -32602],
    [
      'without capabilities',
      { _meta: without('io.modelcontextprotocol/clientCapabilities') },
      {},
      -32602,
    ],
    ['in another revision than its header', {}, { 'mcp-protocol-version': '2025-06-18' }, -32020],
    ['with the header of another method', {}, { 'mcp-method': 'tools/list' }, -32020],
    ['with its method in capitals', {}, { 'mcp-method': 'SERVER/DISCOVER' }, -32020],
    [
      'in an unknown revision',
      { _meta: { ...STATELESS_META, [VERSION]: '2099-01-01' } },
      { 'mcp-protocol-version': '2099-01-01' },
      -32022,
    ],
  ];
  for (const [what, params, headers, code] of CASES) {
    test(`a request ${what} is refused`, async () => {
      const { status, body } = await askStateless(app, 'server/discover', params, headers);
      assert.equal(at(body, 'error', 'code'), code, JSON.stringify(body));
      assert.equal(status, 400);
      assert.equal(at(body, 'id'), 1);
    });
  }

  test('the name of a tool is in its header, in Base64 where it must be', async () => {
    const params = { name: 'get_author', arguments: { slug: 'ada' } };
    const encoded = `=?base64?${Buffer.from('get_author').toString('base64')}?=`;
    for (const [sent, status] of [
      [encoded, 200],
      ['get_piece', 400],
    ] as const) {
      const told = await askStateless(app, 'tools/call', params, { 'mcp-name': sent });
      assert.equal(told.status, status, told.text);
    }
  });

  test('an id that is not known is left out, and a message without one refused', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28' };
    const broken = await post(app, '{', headers);
    assert.deepEqual(
      [broken.status, Object.keys(objectAt(broken.body))],
      [400, ['jsonrpc', 'error']],
    );
    const payload = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x' });
    assert.equal((await post(app, payload, headers)).status, 202);
  });

  test('a handshake is not mistaken for it', async () => {
    const told = await ask(app, 'initialize', {}, { 'mcp-protocol-version': '2026-07-28' });
    assert.equal(at(told.body, 'result', 'protocolVersion'), '2025-06-18');
  });
});
