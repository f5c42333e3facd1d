// Clients over real HTTP, the official ones and the AI SDK's: they connect, list, call every tool and read what comes back.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, request as forward } from 'node:http';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createMCPClient } from '@ai-sdk/mcp';
import * as v2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { importArchive } from '../../src/operations/archive/import.ts';
import { CALLS as EXPECTED, WORLD } from '../foreign-clients/calls.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { at, type Json, listAt } from '../support/json.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const PRODUCT = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000009';
const { base, context } = await serveDesk();
await importArchive(context, WORLD);
const ADDRESS = `${base}/api/mcp`;

/** Every tool with its arguments, and a pattern for a known part of its answer. */
const CALLS: [name: string, given: { [name: string]: Json }, found: RegExp][] = [
  ['recent_pieces', { limit: 1 }, /"title":"A bridge"/],
  ['search_authors', { query: 'ada' }, /"slug":"ada"/],
  ['get_author', { slug: 'ada' }, /"name":"Ada"/],
  ['get_piece', { id: ID }, /"content_text":"A body\."/],
  ['search_pieces', { query: 'bridge', category: 'building' }, /"match_site":"headline"/],
  ['trending_pieces', {}, /"window":"week"/],
  ['search_products', { query: 'book' }, /"name":"A book"/],
  ['get_product', { id: PRODUCT }, /"payment_url":/],
];

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: { [name: string]: Json } }): Promise<object>;
}

async function useEverything(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    CALLS.map(([name]) => name),
  );
  for (const [name, given, found] of CALLS) {
    const result: Json = JSON.parse(
      JSON.stringify(await client.callTool({ name, arguments: given })),
    );
    assert.match(JSON.stringify(at(result, 'structuredContent')), found, name);
  }
  const missing: Json = JSON.parse(
    JSON.stringify(await client.callTool({ name: 'get_author', arguments: { slug: 'nobody' } })),
  );
  assert.equal(at(missing, 'isError'), true);
  const wrong: Json = JSON.parse(
    JSON.stringify(
      await client.callTool({ name: 'search_pieces', arguments: { query: 'a', limit: 0 } }),
    ),
  );
  assert.equal(at(wrong, 'isError'), true);
  assert.match(
    String(at(listAt(wrong, 'content')[0], 'text')),
    /^limit: Expected an integer from 1 to 100, got 0/,
  );
}

/** Everything that is asked for on the way, by method. */
async function watched() {
  const seen: string[] = [];
  const port = await freePort();
  const server = createServer((asked, answer) => {
    seen.push(String(asked.method));
    const headers = { ...asked.headers, host: new URL(base).host };
    const onward = forward(`${base}${asked.url}`, { method: asked.method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 0, told.headers);
      told.pipe(answer);
    });
    asked.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  after(() => server.close());
  return { seen, address: new URL(`http://127.0.0.1:${port}/api/mcp`) };
}

/** Where it asks for a stream again, it otherwise does so every second. */
const AT_ONCE = {
  initialReconnectionDelay: 1,
  maxReconnectionDelay: 1,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 100,
};

describe('the official client, version 1', () => {
  test('uses everything, and asks for a stream once alone', async () => {
    const { seen, address } = await watched();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(address, { reconnectionOptions: AT_ONCE }),
    );
    await useEverything(client);
    assert.deepEqual((await client.listPrompts()).prompts, []);
    assert.deepEqual((await client.listResources()).resources, []);
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, []);
    // Had it asked again after a millisecond, its question would be long there by now.
    for (let asked = 0; asked < 20; asked += 1) await client.ping();
    assert.equal(seen.filter((method) => method === 'GET').length, 1);
    await client.close();
  });
});

describe('the official client, version 2', () => {
  for (const mode of ['legacy', 'auto'] as const) {
    test(`uses everything, in its ${mode} mode`, async () => {
      const client = new v2.Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode } },
      );
      await client.connect(new v2.StreamableHTTPClientTransport(new URL(ADDRESS)));
      await useEverything(client);
      await client.close();
    });
  }
});

test('the client of the AI SDK hands its model every answer, and every reason', async () => {
  const client = await createMCPClient({ transport: { type: 'http', url: ADDRESS } });
  const tools = await client.tools();
  assert.deepEqual(
    Object.keys(tools),
    CALLS.map(([name]) => name),
  );
  for (const { name, given: input, sees } of EXPECTED) {
    const asked = { toolCallId: '1', messages: [], context: {} };
    const output = await tools[name]?.execute(input, asked);
    assert.ok(output && !(Symbol.asyncIterator in output), name);
    const seen = await tools[name]?.toModelOutput?.({ toolCallId: '1', input, output });
    assert.match(JSON.stringify(seen), sees, `${name} ${JSON.stringify(input)}`);
  }
  await client.close();
});

describe('the official inspector', () => {
  const inspector = join(import.meta.dirname, '../../node_modules/.bin/mcp-inspector');
  const inspect = async (...given: string[]): Promise<Json> => {
    const { stdout } = await promisify(execFile)(
      inspector,
      ['--cli', ADDRESS, '--transport', 'http', ...given],
      { encoding: 'utf8' },
    );
    return JSON.parse(stdout);
  };

  test('lists and calls', async () => {
    const listed = await inspect('--method', 'tools/list');
    assert.match(JSON.stringify(listed), /"trending_pieces"/);
    const called = await inspect(
      ...['--method', 'tools/call', '--tool-name', 'search_pieces'],
      ...['--tool-arg', 'query=bridge', '--tool-arg', 'limit=5'],
    );
    assert.equal(at(called, 'structuredContent', 'count'), 1);
  });
});
