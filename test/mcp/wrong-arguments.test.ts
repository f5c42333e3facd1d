// Wrong arguments of a tool that exists: a result with the reason, in every revision, so that a model can correct itself.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TOOLS } from '../../src/surfaces/mcp/tools.ts';
import { author, piece } from '../support/archive/records.ts';
import { at, type Json, type JsonObject, listAt } from '../support/json.ts';
import { startService } from '../support/service.ts';
import { ask, askStateless, callTool, type Told } from '../support/tool-messages.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const { app, add } = await startService('sqlite');
await add(author('ada'), piece('ada', { id: ID, headline: 'A bridge' }));

type Ask = (params: JsonObject) => Promise<Told>;

const inRevision =
  (revision: string): Ask =>
  (params) =>
    ask(app, 'tools/call', params, { 'mcp-protocol-version': revision });

const REVISIONS: [name: string, call: Ask][] = [
  ['no revision', (params) => ask(app, 'tools/call', params)],
  ['2025-03-26', inRevision('2025-03-26')],
  ['2025-06-18', inRevision('2025-06-18')],
  ['2025-11-25', inRevision('2025-11-25')],
  ['2026-07-28', (params) => askStateless(app, 'tools/call', params)],
];

/** Every tool, wrong in one way at least, and what a model has to be told. */
const WRONG: [tool: string, given: Json, told: RegExp][] = [
  ['recent_pieces', { limit: 0 }, /^limit: Expected an integer from 1 to 100, got 0\./],
  ['recent_pieces', { limit: '5' }, /limit: Expected an integer from 1 to 100, got "5"\./],
  ['recent_pieces', { category: 'x' }, /category: Expected one of building, .*, got "x"\./],
  ['recent_pieces', { count: 5 }, /^count: .* The arguments of recent_pieces are .*limit/],
  ['recent_pieces', [], /^arguments: Expected an object, got a list of 0\./],
  ['recent_pieces', '{"limit":1}', /^arguments: Expected an object, got "{\\"limit\\":1}"\./],
  ['search_authors', {}, /^query: Expected text of 1 to 200 characters, got nothing\./],
  ['search_authors', null, /^query: Expected text of 1 to 200 characters, got nothing\./],
  ['search_authors', { query: null }, /^query: Expected text of 1 to 200 characters, got null\./],
  ['search_authors', { q: 'ada' }, /^q: There is no such argument; did you mean query\?/],
  ['get_author', { slug: 5 }, /^slug: Expected text, got 5\./],
  ['get_author', { name: 'ada' }, /^name: There is no such argument; did you mean slug\?/],
  ['get_piece', { piece_id: ID }, /^piece_id: There is no such argument; did you mean id\?/],
  ['get_piece', { uuid: ID }, /^uuid: There is no such argument; did you mean id\?/],
  ['search_pieces', { Query: 'a' }, /^Query: There is no such argument; did you mean query\?/],
  ['search_pieces', { qeury: 'a' }, /^qeury: There is no such argument; did you mean query\?/],
  ['search_pieces', { q: 'a' }, /^q: .* The arguments of search_pieces are query.*, category/],
  [
    'search_pieces',
    { query: 'a', limit: 0, category: 'x' },
    /limit: [^.]*\. category: |category: [^.]*\. limit: /,
  ],
  [
    'trending_pieces',
    { window: 'year' },
    /^window: Expected one of day, week, month, got "year"\./,
  ],
  [
    'trending_pieces',
    { windows: 'day' },
    /^windows: There is no such argument; did you mean window\?/,
  ],
  ['search_products', { q: 'a' }, /^q: There is no such argument; did you mean query\?/],
  ['search_products', { category: 'boat' }, /^category: Expected one of book, /],
  ['get_product', {}, /^id: Expected text, got nothing\./],
  [
    'get_product',
    { constructor: 1, id: 'x' },
    /^constructor: There is no such argument\. The only argument of get_product is id \(required\)\./,
  ],
];

describe('wrong arguments of a tool that exists', () => {
  for (const [revision, call] of REVISIONS) {
    test(`are a result with the reason, in ${revision}`, async () => {
      for (const [name, given, told] of WRONG) {
        const what = `${name} ${JSON.stringify(given)}`;
        const { status, body, text } = await call({ name, arguments: given });
        assert.equal(status, 200, what);
        assert.equal(at(body, 'error'), undefined, text);
        assert.equal(at(body, 'result', 'isError'), true, what);
        // A single block without structured content: some clients look only at the first block, and the official ones
        // check structured content against the tool's output schema even for errors.
        assert.equal(listAt(body, 'result', 'content').length, 1, what);
        assert.match(String(at(listAt(body, 'result', 'content')[0], 'text')), told, what);
        assert.equal(at(body, 'result', 'structuredContent'), undefined, what);
      }
    });

    test(`a tool that does not exist stays an error of the protocol, in ${revision}`, async () => {
      for (const params of [
        { name: 'publish_piece' },
        { name: 'publish_piece', arguments: [] },
        {},
      ]) {
        const { body } = await call(params);
        assert.equal(at(body, 'error', 'code'), -32602);
        assert.equal(at(body, 'result'), undefined);
      }
    });
  }

  test('every tool is among them', () => {
    const names = TOOLS.map(({ name }) => name);
    assert.deepEqual([...new Set(WRONG.map(([name]) => name))].toSorted(), names.toSorted());
  });

  test('very many are counted, and long names are not repeated', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, each) => [`a${each}`, each]));
    const { body } = await callTool(app, 'recent_pieces', { ['x'.repeat(5000)]: 1, ...many });
    const text = String(at(listAt(body, 'result', 'content')[0], 'text'));
    assert.match(text, /And 481 more fields are not as expected\./);
    assert.ok(text.length < 5000, text);
  });
});

describe('null for an optional argument', () => {
  const CASES: [tool: string, given: JsonObject, rest: JsonObject][] = [
    ['recent_pieces', { limit: null, category: null }, {}],
    ['search_authors', { query: 'ada', limit: null }, { query: 'ada' }],
    ['search_pieces', { query: 'bridge', category: null, limit: 1 }, { query: 'bridge', limit: 1 }],
    ['trending_pieces', { category: null, window: null, limit: null }, {}],
    ['search_products', { query: null, category: null, limit: null }, {}],
  ];
  for (const [tool, given, rest] of CASES) {
    test(`of ${tool} means that it is absent`, async () => {
      const [withNull, without] = [
        await callTool(app, tool, given),
        await callTool(app, tool, rest),
      ];
      assert.equal(at(withNull.body, 'result', 'isError'), undefined);
      assert.deepEqual(withNull.body, without.body);
    });
  }
});

test('schemas leave unknown arguments to the tool, whose words say what was meant', async () => {
  const { body } = await ask(app, 'tools/list');
  for (const tool of listAt(body, 'result', 'tools')) {
    assert.equal(at(tool, 'inputSchema', 'additionalProperties'), undefined);
  }
});
