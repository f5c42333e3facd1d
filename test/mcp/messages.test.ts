// The messages of the tool endpoint: what each is answered with, in the revisions with a handshake.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { startService } from '../support/service.ts';
import { ask, callTool, post } from '../support/tool-messages.ts';

const { app } = await startService('sqlite', { SITE_NAME: 'The Test Press' });

interface Case {
  name: string;
  payload: string | Buffer;
  headers?: { [name: string]: string };
  status?: number;
  id?: Json;
  code?: number;
  says?: RegExp;
  result?: object;
}

const message = (fields: object) => JSON.stringify({ jsonrpc: '2.0', ...fields });
const PING = message({ id: 1, method: 'ping' });
const call = (params: object) => message({ id: 1, method: 'tools/call', params });

const CASES: Case[] = [
  { name: 'a ping', payload: PING, id: 1, result: {} },
  { name: 'an id of text', payload: message({ id: 'a', method: 'ping' }), id: 'a', result: {} },
  { name: 'an id of null', payload: message({ id: null, method: 'ping' }), id: null, result: {} },
  {
    name: 'no id, but no notification',
    payload: message({ method: 'ping' }),
    id: null,
    result: {},
  },
  {
    name: 'no prompts',
    payload: message({ id: 1, method: 'prompts/list' }),
    result: { prompts: [] },
  },
  {
    name: 'no resources',
    payload: message({ id: 1, method: 'resources/list' }),
    result: { resources: [] },
  },
  {
    name: 'no templates',
    payload: message({ id: 1, method: 'resources/templates/list', params: {} }),
    result: { resourceTemplates: [] },
  },
  { name: 'broken JSON', payload: '{', code: -32700, id: null, says: /not valid JSON/ },
  {
    name: 'very many values',
    payload: `[${'[],'.repeat(20_000)}[]]`,
    code: -32700,
    id: null,
    says: /at most 10,000\.$/,
  },
  {
    name: 'very many values beside a forbidden name',
    payload: `{"__proto__":1,"a":[${'{},'.repeat(20_000)}{}]}`,
    code: -32700,
    id: null,
    says: /at most 10,000\.$/,
  },
  { name: 'no body', payload: '', code: -32700, id: null },
  { name: 'bytes that are no UTF-8', payload: Buffer.from([0x22, 0xff, 0x22]), code: -32700 },
  {
    name: 'a batch',
    payload: `[${PING}]`,
    code: -32600,
    id: null,
    says: /one message, got a list/,
  },
  { name: 'an empty batch', payload: '[]', code: -32600, id: null },
  { name: 'a number', payload: '5', code: -32600, id: null, says: /an object, got 5/ },
  { name: 'null', payload: 'null', code: -32600, id: null },
  {
    name: 'another JSON-RPC',
    payload: '{"jsonrpc":"1.0","id":7,"method":"ping"}',
    code: -32600,
    id: 7,
  },
  { name: 'no method', payload: message({ id: 7 }), code: -32600, id: 7, says: /method: Expected/ },
  { name: 'a response', payload: message({ id: 7, result: {} }), code: -32600, id: 7 },
  { name: 'a broken id', payload: message({ id: 1.5, method: 'ping' }), code: -32600, id: null },
  {
    name: 'an id that would come back as another',
    payload: '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}',
    code: -32600,
    id: null,
  },
  {
    name: 'a list of params',
    payload: message({ id: 7, method: 'ping', params: [] }),
    code: -32600,
    id: 7,
  },
  {
    name: 'an unknown method',
    payload: message({ id: 7, method: 'tools/cal' }),
    code: -32601,
    id: 7,
    says: /tools\/call.*got "tools\/cal"/,
  },
  {
    name: 'a method of every object',
    payload: message({ id: 7, method: 'constructor' }),
    code: -32601,
  },
  {
    name: 'a notification with an id',
    payload: message({ id: 7, method: 'notifications/x' }),
    code: -32601,
  },
  {
    name: 'a cursor of null, as some clients write none',
    payload: message({ id: 1, method: 'prompts/list', params: { cursor: null } }),
    result: { prompts: [] },
  },
  {
    name: 'arguments of null, as some clients write none',
    payload: call({ name: 'search_products', arguments: null }),
    id: 1,
  },
  {
    name: 'a cursor that nobody gave out',
    payload: message({ id: 7, method: 'tools/list', params: { cursor: 'x' } }),
    code: -32602,
    id: 7,
  },
  { name: 'no tool', payload: call({}), code: -32602, says: /name: Expected text, got nothing/ },
  {
    name: 'an unknown tool',
    payload: call({ name: 'publish_piece' }),
    code: -32602,
    says: /Expected one of recent_pieces, .* got "publish_piece"/,
  },
  {
    name: 'another type',
    payload: PING,
    headers: { 'content-type': 'text/plain' },
    status: 415,
    code: -32000,
    id: null,
  },
  {
    name: 'another character set',
    payload: PING,
    headers: { 'content-type': 'application/json; charset=utf-16' },
    status: 415,
    code: -32000,
  },
  {
    name: 'too much',
    payload: JSON.stringify('x'.repeat(2 ** 21)),
    status: 413,
    code: -32000,
    id: null,
  },
  {
    name: 'a revision that is not spoken',
    payload: PING,
    headers: { 'mcp-protocol-version': '2024-11-05' },
    status: 400,
    code: -32022,
    id: 1,
    says: /2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28/,
  },
];

describe('a message', () => {
  for (const { name, payload, headers = {}, status = 200, id, code, says, result } of CASES) {
    test(`${name} is answered`, async () => {
      const told = await post(app, payload, headers);
      assert.equal(told.status, status, told.text);
      assert.equal(at(told.body, 'jsonrpc'), '2.0');
      assert.equal(told.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(told.headers['access-control-allow-origin'], '*');
      if (id !== undefined) assert.equal(at(told.body, 'id'), id);
      if (result) assert.deepEqual(at(told.body, 'result'), result);
      assert.equal(at(told.body, 'error', 'code'), code, told.text);
      if (says) assert.match(String(at(told.body, 'error', 'message')), says);
    });
  }

  test('a notification gets 202 and nothing more', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled']) {
      const told = await post(app, message({ method }));
      assert.deepEqual([told.status, told.text], [202, '']);
    }
  });

  test('an unknown revision on initialize is not looked at', async () => {
    const told = await ask(app, 'initialize', {}, { 'mcp-protocol-version': '1999-01-01' });
    assert.equal(told.status, 200);
  });
});

describe('initialize', () => {
  for (const [asked, agreed] of [
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-06-18'],
    ['2099-01-01', '2025-06-18'],
  ] as const) {
    test(`in ${asked} is answered in ${agreed}`, async () => {
      const { body } = await ask(app, 'initialize', {
        protocolVersion: asked,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      });
      assert.equal(at(body, 'result', 'protocolVersion'), agreed);
      assert.deepEqual(at(body, 'result', 'capabilities'), { tools: {} });
      assert.equal(at(body, 'result', 'serverInfo', 'title'), 'The Test Press');
      assert.match(String(at(body, 'result', 'instructions')), /get_piece/);
      const later = await ask(app, 'ping', {}, { 'mcp-protocol-version': agreed });
      assert.equal(later.status, 200);
    });
  }
});

for (const [name, given, hint] of [
  ['get_piece', { id: 'x' }, /recent_pieces/],
  ['get_author', { slug: 'Nobody' }, /search_authors/],
  ['get_product', { id: 'x' }, /search_products/],
] as const) {
  test(`${name} says where to take what it was not given`, async () => {
    const { body } = await callTool(app, name, given);
    assert.equal(at(body, 'result', 'isError'), true);
    const [reason, advice] = listAt(body, 'result', 'content').map((block) => at(block, 'text'));
    assert.match(String(reason), /^No .+ has this (?:id|slug)\.$/);
    assert.match(String(advice), hint);
  });
}

test('no tool promises what another one does not do', async () => {
  const ada = { name: 'Ada Unmentioned' };
  const { app: press, add } = await startService('sqlite');
  await add(author('ada', ada), piece('ada', { headline: 'Bridges' }));
  const found = await callTool(press, 'search_pieces', { query: ada.name });
  assert.equal(at(found.body, 'result', 'structuredContent', 'count'), 0);
  const { body } = await ask(press, 'tools/list');
  const words = new Map(
    listAt(body, 'result', 'tools').map((tool) => [at(tool, 'name'), at(tool, 'description')]),
  );
  assert.doesNotMatch(String(words.get('get_author')), /wrote, use search_pieces/);
  assert.match(String(words.get('get_author')), /slug as author to recent_pieces/);
  const wrote = await callTool(press, 'recent_pieces', { author: 'ada' });
  assert.equal(at(wrote.body, 'result', 'structuredContent', 'count'), 1);
  assert.match(String(words.get('search_pieces')), /search_authors/);
});

test('each tool says when to use it, what it takes and what comes back', async () => {
  const { body } = await ask(app, 'tools/list');
  const tools = listAt(body, 'result', 'tools');
  assert.deepEqual(
    tools.map((tool) => [
      at(tool, 'name'),
      Object.keys(Object(at(tool, 'inputSchema', 'properties'))),
      at(tool, 'inputSchema', 'required') ?? [],
    ]),
    [
      [
        'recent_pieces',
        ['category', 'tag', 'locale', 'since', 'until', 'author', 'limit', 'cursor'],
        [],
      ],
      ['search_authors', ['query', 'limit', 'cursor'], ['query']],
      ['get_author', ['slug'], ['slug']],
      ['get_piece', ['id', 'format', 'offset', 'max_characters'], ['id']],
      [
        'search_pieces',
        [
          'query',
          'match',
          'category',
          'tag',
          'locale',
          'since',
          'until',
          'author',
          'limit',
          'cursor',
        ],
        ['query'],
      ],
      ['trending_pieces', ['category', 'window', 'limit'], []],
      ['search_products', ['query', 'category', 'limit'], []],
      ['get_product', ['id'], ['id']],
    ],
  );
  for (const tool of tools) {
    assert.match(String(at(tool, 'description')), /^Use this .+\. .+\.$/);
    assert.ok(String(at(tool, 'title')).length > 0);
    assert.equal(at(tool, 'annotations', 'readOnlyHint'), true);
    assert.equal(at(tool, 'annotations', 'openWorldHint'), false);
    assert.equal(at(tool, 'outputSchema', 'type'), 'object');
  }
});
