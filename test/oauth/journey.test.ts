// The official clients connect to a writer's desk through Chromium, work, outlive their tokens, and are disconnected.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import * as v2 from '@modelcontextprotocol/client';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { addAda, allowedIn, allowIn } from '../support/browser/allow-app.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { at, type Json } from '../support/json.ts';

const PACKAGES = join(import.meta.dirname, '../../node_modules');
const SUITE = join(PACKAGES, 'conformance-next/dist/index.js');
const INSPECTOR = join(PACKAGES, '.bin/mcp-inspector');

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { base, context } = await serveDesk({ now });
await addAda(context);
const browser = await openBrowser();
const port = await freePort();
const callback = `http://localhost:${port}/callback`;

/** The app's own page: the browser comes back to it. */
const server = createServer((_request, response) => response.end('back at the app'));
await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
after(() => server.close());

/** The storage of an app. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata;
  asked: URL | null = null;
  readonly #held = new Map<string, unknown>();

  constructor(name: string) {
    this.clientMetadata = { client_name: name, redirect_uris: [callback] };
  }

  clientInformation() {
    return JSON.parse(JSON.stringify(this.#held.get('client') ?? null)) ?? undefined;
  }

  saveClientInformation(client: object) {
    this.#held.set('client', client);
  }

  tokens() {
    return JSON.parse(JSON.stringify(this.#held.get('tokens') ?? null)) ?? undefined;
  }

  saveTokens(tokens: object) {
    this.#held.set('tokens', tokens);
  }

  redirectToAuthorization(url: URL) {
    this.asked = url;
  }

  saveCodeVerifier(verifier: string) {
    this.#held.set('verifier', verifier);
  }

  codeVerifier() {
    return String(this.#held.get('verifier'));
  }
}

interface AnyClient {
  listTools(): Promise<{ tools: object[] }>;
  callTool(call: { name: string; arguments: { [name: string]: Json } }): Promise<object>;
  close(): Promise<void>;
}

interface AnyTransport {
  finishAuth(code: string, iss?: string): Promise<void>;
}

interface Connecting {
  client: AnyClient;
  transport: AnyTransport;
  connect(): Promise<void>;
}

const ABOUT = { version: '1.0.0' };
const MCP = new URL(`${base}/mcp`);

const VERSIONS: { [name: string]: (memory: Memory, name: string) => Connecting } = {
  'version 1'(authProvider, name) {
    const client = new Client({ name, ...ABOUT });
    const transport = new StreamableHTTPClientTransport(MCP, { authProvider });
    return { client, transport, connect: () => client.connect(transport) };
  },
  'version 2'(authProvider, name) {
    const client = new v2.Client({ name, ...ABOUT }, { versionNegotiation: { mode: 'auto' } });
    const transport = new v2.StreamableHTTPClientTransport(MCP, { authProvider });
    return { client, transport, connect: () => client.connect(transport) };
  },
};

const called = async (client: AnyClient, name: string, given: { [name: string]: Json }) =>
  at(
    JSON.parse(JSON.stringify(await client.callTool({ name, arguments: given }))),
    'structuredContent',
  );

describe('the official clients, through the browser', async () => {
  const page = await browser.newPage();

  for (const [name, make] of Object.entries(VERSIONS)) {
    test(`${name} connects with no prior registration, and is refused once disconnected`, async () => {
      const memory = new Memory(name);
      const first = make(memory, name);
      await assert.rejects(first.connect(), /nauthorized/);
      assert.ok(memory.asked);
      const back = await allowIn(page, memory.asked, name);
      const { searchParams } = back;
      await first.transport.finishAuth(
        searchParams.get('code') ?? '',
        searchParams.get('iss') ?? undefined,
      );
      const { client, connect } = make(memory, name);
      await connect();
      assert.equal((await client.listTools()).tools.length, 15);
      const draft = { headline: `By ${name}`, body_md: 'A body.' };
      const id = String(at(await called(client, 'create_draft', draft), 'id'));
      const listed = await called(client, 'list_my_pieces', {});
      assert.match(JSON.stringify(listed), new RegExp(`By ${name}`));
      const before = JSON.stringify(memory.tokens());
      ahead += 61 * 60_000;
      const revised = { ...draft, id, version: 1, body_md: 'Another body.' };
      assert.equal(at(await called(client, 'revise_draft', revised), 'version'), 2);
      assert.notEqual(JSON.stringify(memory.tokens()), before);

      await page.goto(`${base}/desk/edit/pieces/${id}/versions`);
      assert.match(await page.locator('main').innerText(), new RegExp(`app “${name}”`));
      await page.goto(`${base}/desk/edit/online-presence`);
      await page.getByRole('button', { name: `Disconnect ${name}` }).click();
      await page.waitForURL(/online-presence#apps/);
      assert.equal(await page.getByRole('button', { name: `Disconnect ${name}` }).count(), 0);
      await assert.rejects(called(client, 'list_my_pieces', {}));
      await client.close();
    });
  }

  test('the official conformance suite passes, for the authorization server', async () => {
    const own = await freePort();
    const about = {
      client_name: 'Conformance',
      redirect_uris: [`http://127.0.0.1:${own}/callback`],
    };
    const registered = await fetch(`${base}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(about),
    });
    const client: Json = JSON.parse(await registered.text());
    const given = ['--url', `${base}/oauth`, '--client-id', String(at(client, 'client_id'))];
    const more = ['--resource', MCP.href, '--port', String(own)];
    const suite = spawn(process.execPath, [SUITE, 'authorization', ...given, ...more]);
    const said = await (await allowedIn(page, suite, 'Conformance')).said;
    assert.doesNotMatch(said, /FAILURE|✗|[1-9]\d* failed/, said);
  });

  test('the official inspector connects from the command line', async () => {
    const home = await mkdtemp(join(tmpdir(), 'standfirst-inspector-'));
    after(() => rm(home, { recursive: true, force: true }));
    const back = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const given = ['--cli', MCP.href, '--transport', 'http', '--callback-url', back];
    const inspector = spawn(INSPECTOR, [...given, '--method', 'tools/list'], {
      env: { ...process.env, HOME: home, MCP_AUTO_OPEN_ENABLED: 'true' },
    });
    const { said } = await allowedIn(page, inspector, 'nspector');
    assert.match(await said, /"create_draft"/);
  });
});
