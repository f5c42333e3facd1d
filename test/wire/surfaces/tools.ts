// The tool endpoint: every method and every tool in every revision, and all that is refused.

import { get, reading, refusing, type Step } from '../steps.ts';

const PATH = '/api/mcp';
const HANDSHAKE = ['2025-03-26', '2025-06-18', '2025-11-25'];
const STATELESS = '2026-07-28';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

const META = {
  'io.modelcontextprotocol/protocolVersion': STATELESS,
  'io.modelcontextprotocol/clientInfo': { name: 'wire', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Params = { [name: string]: unknown };

const CALLS: readonly (readonly [tool: string, given: unknown])[] = [
  ['recent_pieces', {}],
  ['recent_pieces', { category: 'money', limit: 2 }],
  ['recent_pieces', { limit: 0, category: 'nonsense' }],
  ['recent_pieces', { limit: '2' }],
  ['recent_pieces', { author: 'iris-calloway', locale: 'en', since: '2026-01-01', limit: 1 }],
  ['recent_pieces', { author: 'nobody' }],
  ['recent_pieces', { author: null, tag: null, cursor: null, limit: 1 }],
  ['recent_pieces', { cursor: 'abc' }],
  ['recent_pieces', null],
  ['recent_pieces', 'text'],
  ['search_authors', { query: 'bridge' }],
  ['search_authors', { q: 'bridge' }],
  ['search_authors', {}],
  ['search_authors', { query: '' }],
  ['get_author', { slug: 'iris-calloway' }],
  ['get_author', { slug: 'nobody' }],
  ['get_author', { slug: 1 }],
  ['get_piece', { id: '{piece}' }],
  ['get_piece', { id: 'http://localhost:38111/pieces/{piece}' }],
  ['get_piece', { id: '{piece}', format: 'text', max_characters: 200 }],
  ['get_piece', { id: '{piece}', format: 'pdf', offset: -1, from: 1 }],
  ['get_piece', { id: NOWHERE }],
  ['get_piece', { id: 'x' }],
  ['search_pieces', { query: 'bridge', limit: 3, category: null }],
  ['search_pieces', { query: 'nobody-has-this-word' }],
  ['search_pieces', { query: 'the bridge', match: 'words', tag: 'bridges', limit: 1 }],
  ['search_pieces', { q: 'bridge', Limit: 1 }],
  ['search_pieces', { query: 'x'.repeat(201) }],
  ['trending_pieces', {}],
  ['trending_pieces', { window: 'day', limit: 3 }],
  ['trending_pieces', { window: 'month', category: 'culture', limit: 3 }],
  ['trending_pieces', { window: 'year' }],
  ['search_products', {}],
  ['search_products', { query: 'sheet', limit: 2 }],
  ['search_products', { category: 'book', limit: 2 }],
  ['search_products', { category: 'nonsense' }],
  ['get_product', { id: '{product}' }],
  ['get_product', { id: NOWHERE }],
  ['publish_piece', { id: '{piece}' }],
  ['x'.repeat(100), {}],
];

const METHODS: readonly (readonly [method: string, params: Params])[] = [
  ['initialize', { protocolVersion: '1999-01-01', capabilities: {} }],
  ['ping', {}],
  ['server/discover', {}],
  ['tools/list', {}],
  ['tools/list', { cursor: null }],
  ['tools/list', { cursor: 'more' }],
  ['prompts/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['prompts/get', { name: 'x' }],
  ['resources/read', { uri: 'x:y' }],
  ['tools/call', {}],
  ['nonsense', {}],
  ['x'.repeat(100), {}],
];

const message = (method: string, params?: Params) => ({ jsonrpc: '2.0', id: 1, method, params });

const ask = (revision: string | null, method: string, params: Params, note: string): Step => ({
  path: PATH,
  json: message(method, params),
  ...(revision && { headers: { 'mcp-protocol-version': revision } }),
  note: `${revision ?? 'no revision'}, ${method.slice(0, 30)} ${note}`,
});

function askStateless(method: string, params: Params, note: string, more = {}): Step {
  const named = params['name'] ?? params['uri'];
  return {
    path: PATH,
    json: message(method, { _meta: META, ...params }),
    headers: {
      'mcp-protocol-version': STATELESS,
      'mcp-method': method,
      ...(typeof named === 'string' && { 'mcp-name': named }),
      ...more,
    },
    note: `${STATELESS}, ${method.slice(0, 30)} ${note}`,
  };
}

const said = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? '';

const everything = (revision: string | null): Step[] => [
  ...METHODS.map(([method, params]) => ask(revision, method, params, said(params))),
  ...CALLS.map(([name, given]) =>
    ask(revision, 'tools/call', { name, arguments: given }, `${name.slice(0, 30)} ${said(given)}`),
  ),
];

const stateless: Step[] = [
  ...METHODS.map(([method, params]) => askStateless(method, params, said(params))),
  ...CALLS.map(([name, given]) =>
    askStateless('tools/call', { name, arguments: given }, `${name.slice(0, 30)} ${said(given)}`),
  ),
  askStateless('tools/list', {}, 'another method', { 'mcp-method': 'ping' }),
  askStateless('tools/list', {}, 'another revision', { 'mcp-protocol-version': '2025-06-18' }),
  askStateless('tools/call', { name: 'get_author' }, 'another name', { 'mcp-name': 'x' }),
  askStateless('tools/call', { name: 'recent_pieces' }, 'base64 name', {
    'mcp-name': '=?base64?cmVjZW50X3BpZWNlcw==?=',
  }),
  askStateless('tools/list', { _meta: {} }, 'without meta'),
  ask(STATELESS, 'tools/list', {}, 'without meta'),
];

/** Bodies that aren't messages, or not quite. */
const BODIES = [
  '',
  '{',
  'null',
  '1',
  '"text"',
  '[]',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  '{}',
  '{"jsonrpc":"1.0","id":1,"method":"ping"}',
  '{"jsonrpc":"2.0","id":1}',
  '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
  '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '{"jsonrpc":"2.0","method":"ping"}',
  '{"jsonrpc":"2.0","id":"text","method":"ping"}',
  '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
  '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","method":"notifications/nonsense"}',
  '{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
];

const malformed: Step[] = [
  ...BODIES.map((body) => ({ path: PATH, body, method: 'POST', note: body })),
  ...BODIES.map((body) => ({
    path: PATH,
    body,
    method: 'POST',
    headers: { 'mcp-protocol-version': STATELESS },
    note: `${STATELESS} ${body}`,
  })),
  { path: PATH, body: Buffer.from([0x22, 0xff, 0x22]), note: 'not UTF-8' },
  { path: PATH, body: '{}', headers: { 'content-type': 'text/plain' }, note: 'as text' },
  {
    path: PATH,
    body: '{}',
    headers: { 'content-type': 'application/json; charset=latin1' },
    note: 'as Latin 1',
  },
  { path: PATH, body: ' '.repeat(2 * 1024 * 1024 + 1), note: 'too large' },
  ask('2024-11-05', 'tools/list', {}, 'unknown revision'),
  { ...ask(null, 'ping', {}, 'gzip'), headers: { 'accept-encoding': 'gzip' } },
  { ...ask(null, 'tools/list', {}, 'gzip'), headers: { 'accept-encoding': 'gzip' } },
  { ...ask(null, 'tools/list', {}, 'br'), headers: { 'accept-encoding': 'br' } },
  { ...ask(null, 'ping', {}, 'another host'), headers: { host: 'evil.example' } },
  { ...ask(null, 'ping', {}, 'a session'), headers: { 'mcp-session-id': 'x' } },
  { ...ask(null, 'ping', {}, 'elsewhere'), headers: { origin: 'https://elsewhere.example' } },
];

export const tools: Step[] = [
  get(PATH),
  get(PATH, { headers: { accept: 'text/event-stream' }, note: 'a stream' }),
  get(PATH, { headers: { accept: 'application/json, text/event-stream' }, note: 'either' }),
  get(PATH, { headers: { 'if-none-match': '{etag}' }, note: 'held' }),
  get(PATH, { headers: { host: 'evil.example' }, note: 'another host' }),
  { path: PATH, method: 'HEAD' },
  ...refusing(PATH, ['PUT', 'DELETE', 'PATCH']),
  ...reading(`${PATH}/server-card`),
  get(`${PATH}/nothing`),
  ...HANDSHAKE.map((each) => ask(null, 'initialize', { protocolVersion: each }, each)),
  ...everything(null),
  ...HANDSHAKE.flatMap(everything),
  ...stateless,
  ...malformed,
];
