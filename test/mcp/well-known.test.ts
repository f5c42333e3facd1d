// Where clients look before they connect, what a browser may do, and who is kept out.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RATES } from '../../src/schemas/requests/rates.ts';
import { startBreakable } from '../support/databases/breakable.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { at, type Json } from '../support/json.ts';
import { startService } from '../support/service.ts';
import { ask, callTool, post } from '../support/tool-messages.ts';

const { app } = await startService('sqlite', { SITE_NAME: 'The Test Press' });
const long = await startService('sqlite', { SITE_NAME: '👍'.repeat(80), PUBLIC_MAX_AGE: '60' });
const TOOLS = [
  'recent_pieces',
  'search_authors',
  'get_author',
  'get_piece',
  'search_pieces',
  'trending_pieces',
  'search_products',
  'get_product',
];
const DOCUMENTS = ['/api/mcp/server-card', '/.well-known/mcp.json', '/.well-known/ai-catalog.json'];
const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

describe('what is said of the tool server', () => {
  test('at its own address', async () => {
    const answer = await app.inject('/api/mcp');
    assert.equal(answer.statusCode, 200);
    const { version, ...facts } = answer.json<{ [name: string]: Json }>();
    assert.match(String(version), /^\d+\.\d+\.\d+$/);
    assert.deepEqual(facts, {
      name: 'standfirst',
      title: 'The Test Press',
      protocol_version: '2025-06-18',
      protocol_versions: REVISIONS,
      transport: 'streamable-http',
      endpoint: 'https://press.example/api/mcp',
      tools: TOOLS,
      manifest: 'https://press.example/.well-known/mcp.json',
      documentation: 'https://press.example/developers#tools',
    });
  });

  test('on its card, and in the manifest with the names of its tools', async () => {
    const answer = await app.inject('/api/mcp/server-card');
    assert.equal(answer.headers['content-type'], 'application/mcp-server-card+json');
    const card = answer.json<{ [name: string]: Json }>();
    assert.equal(card['name'], 'example.press/standfirst');
    assert.ok(String(card['description']).length <= 100);
    assert.deepEqual(card['remotes'], [
      {
        type: 'streamable-http',
        url: 'https://press.example/api/mcp',
        supportedProtocolVersions: REVISIONS,
      },
    ]);
    const manifest = await app.inject('/.well-known/mcp.json');
    assert.deepEqual(manifest.json(), { ...card, tools: TOOLS });
    assert.equal(manifest.headers['access-control-allow-origin'], '*');
  });

  test('on the card of a house with a long name, cut between characters', async () => {
    const { description } = (await long.app.inject('/api/mcp/server-card')).json();
    assert.equal([...description].length, 100);
    assert.ok(description.isWellFormed());
  });

  test('in the catalogue of the site', async () => {
    const catalogue = (await app.inject('/.well-known/ai-catalog.json')).json<Json>();
    assert.deepEqual(catalogue, {
      specVersion: '1.0',
      entries: [
        {
          identifier: 'urn:air:press.example:mcp:standfirst',
          type: 'application/mcp-server-card+json',
          url: 'https://press.example/api/mcp/server-card',
        },
      ],
    });
  });

  test('is cached as other public reads are', async () => {
    for (const [service, caching] of [
      [app, 'public, no-cache'],
      [long.app, 'public, max-age=60'],
    ] as const) {
      for (const url of DOCUMENTS) {
        const { headers } = await service.inject(url);
        assert.equal(headers['cache-control'], caching, url);
        const again = { url, headers: { 'if-none-match': String(headers.etag) } };
        assert.equal((await service.inject(again)).statusCode, 304, url);
      }
    }
  });

  test('that nobody signs in', async () => {
    for (const name of [
      'oauth-protected-resource',
      'oauth-protected-resource/api/mcp',
      'oauth-authorization-server',
      'oauth-authorization-server/api/mcp',
      'openid-configuration',
    ]) {
      const answer = await app.inject(`/.well-known/${name}`);
      assert.equal(answer.statusCode, 404, name);
      assert.equal(answer.json<{ ok: boolean }>().ok, false);
      assert.equal(answer.headers['access-control-allow-origin'], '*');
    }
  });
});

describe('methods and browsers', () => {
  test('who wants a stream is told that there is none', async () => {
    for (const accept of ['text/event-stream', 'application/json, Text/Event-Stream']) {
      const answer = await app.inject({ url: '/api/mcp', headers: { accept } });
      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, POST']);
    }
  });

  test('there is no session to delete', async () => {
    for (const method of ['DELETE', 'PUT', 'PATCH'] as const) {
      const answer = await app.inject({ method, url: '/api/mcp' });
      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, POST']);
      assert.equal(at(answer.json<Json>(), 'error', 'code'), -32000);
    }
  });

  test('a browser of any origin may send a message', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/api/mcp',
      headers: { origin: 'https://client.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.equal(answer.headers['access-control-allow-methods'], 'GET, POST');
    assert.equal(
      answer.headers['access-control-allow-headers'],
      'Content-Type, Accept, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
    );
    const told = await post(app, PING, { origin: 'https://client.example' });
    assert.equal(told.status, 200);
  });
});

describe('DNS rebinding', async () => {
  const local = (await startService('sqlite', { BASE_URL: 'http://localhost:3000' })).app;
  const CASES: [host: string, from: string, status: number][] = [
    ['localhost:3000', '127.0.0.1', 200],
    ['127.0.0.1:9', '127.0.0.1', 200],
    ['[::1]:3000', '::1', 200],
    ['evil.example', '127.0.0.1', 403],
    ['evil.example:3000', '::ffff:127.0.0.1', 403],
    ['localhost.evil.example', '127.0.0.1', 403],
    ['evil.example', '203.0.113.7', 200],
  ];
  for (const [host, remoteAddress, status] of CASES) {
    test(`${host} from ${remoteAddress} is answered with ${status}`, async () => {
      const headers = { host, 'x-forwarded-host': 'localhost' };
      assert.equal((await post(local, PING, headers, { remoteAddress })).status, status);
      const facts = await local.inject({ url: '/api/mcp', headers, remoteAddress });
      assert.equal(facts.statusCode, status);
    });
  }

  test('does not matter to a service with a public name', async () => {
    assert.equal((await post(app, PING, { host: 'other.example' })).status, 200);
  });
});

describe('when it does not work', () => {
  test('who asks too often is told so in the protocol', async () => {
    const peer = { remoteAddress: '203.0.113.7' };
    const limited = (await startService('sqlite')).app;
    await Promise.all(Array.from({ length: RATES.read.max }, () => post(limited, PING, {}, peer)));
    const told = await post(limited, PING, {}, peer);
    assert.equal(told.status, 429);
    assert.match(String(told.headers['retry-after']), /^\d+$/);
    assert.equal(at(told.body, 'error', 'code'), -32000);
  });

  for (const kind of DATABASES_IN_FULL) {
    test(`a fault is told in a 200, without the inside, on ${kind}`, async () => {
      const broken = await startBreakable(kind, []);
      await sqlAt(broken.place, 'ALTER TABLE publications RENAME TO taken_away');
      const told = await callTool(broken.app, 'recent_pieces', {});
      assert.equal(told.status, 200);
      assert.equal(at(told.body, 'id'), 1);
      assert.equal(at(told.body, 'error', 'code'), -32603);
      assert.match(String(at(told.body, 'error', 'data', 'request_id')), /^[\w-]{8,}$/);
      assert.doesNotMatch(told.text, /sql|publications|select|stack/i);
    });

    test(`a database that is away is a 503, on ${kind}`, async () => {
      const broken = await startBreakable(kind, []);
      await broken.takeAway();
      const told = await callTool(broken.app, 'recent_pieces', {});
      assert.equal(told.status, 503);
      assert.match(String(told.headers['retry-after']), /^\d+$/);
      assert.deepEqual([at(told.body, 'id'), at(told.body, 'error', 'code')], [1, -32000]);
      assert.equal((await ask(broken.app, 'tools/list')).status, 200);
      await broken.bringBack();
      assert.equal((await callTool(broken.app, 'recent_pieces', {})).status, 200);
    });
  }
});
