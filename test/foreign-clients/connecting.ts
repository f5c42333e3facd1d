// The inspector's command line and mcp-remote, which programs that only start commands connect by, do a writer's work:
// allowed in Chromium, and with a key: npm run test:foreign

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { addAda, allowedIn, programSays } from '../support/browser/allow-app.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { at, type Json } from '../support/json.ts';
import { installed } from './installed.ts';

const INSPECTOR = join(import.meta.dirname, '../../node_modules/.bin/mcp-inspector');

let ahead = 0;
const { base, context } = await serveDesk({ now: () => new Date(Date.now() + ahead) });
await addAda(context);
const { key } = await createKey(context, {
  ...{ writer: 'ada', name: 'program', scope: 'pieces:write', expiresAt: null },
});
const page = await (await openBrowser()).newPage();
const folder = await installed(['mcp-remote@^0.15.1']);
const URL_OF_MCP = `${base}/mcp`;

/** A call of a tool by a program, and what it was answered. */
type Call = (name: string, given: { [name: string]: Json }) => Promise<Json | undefined>;

async function home(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'standfirst-program-'));
  after(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Each call is a separate process that finds what the previous one stored. */
async function inspector(header: string | null): Promise<Call> {
  const own = await home();
  const back = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  let isConnected = header !== null;
  return async (name, given) => {
    const how = header === null ? ['--callback-url', back] : ['--header', header];
    const stored = isConnected && header === null ? ['--stored-auth-only'] : [];
    const tool = ['--tool-name', name, '--tool-args-json', JSON.stringify(given)];
    const call = ['--transport', 'http', '--format', 'json', '--method', 'tools/call', ...tool];
    const child = spawn(INSPECTOR, ['--cli', URL_OF_MCP, ...how, ...stored, ...call], {
      env: { ...process.env, HOME: own, MCP_AUTO_OPEN_ENABLED: 'true' },
    });
    const said = isConnected
      ? await programSays(child)
      : await (await allowedIn(page, child, 'nspector')).said;
    isConnected = true;
    const found = /^\{.*"structuredContent".*\}$/m.exec(said)?.[0];
    assert.ok(found, said);
    const told: Json = JSON.parse(found);
    return at(told, 'result', 'structuredContent') ?? at(told, 'structuredContent');
  };
}

/** One process between a client and the service, for as long as it is used. */
async function remote(header: string | null): Promise<Call> {
  const own = await home();
  const more = header === null ? [] : ['--header', header.replace(': ', ':')];
  const transport = new StdioClientTransport({
    command: join(folder, 'node_modules/.bin/mcp-remote'),
    args: [URL_OF_MCP, String(await freePort()), '--allow-http', ...more],
    env: { PATH: String(process.env['PATH']), HOME: own, MCP_REMOTE_CONFIG_DIR: own },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'starts commands', version: '1.0.0' });
  after(() => client.close());
  const connecting = client.connect(transport);
  if (header === null) await allowedIn(page, { stdout: null, stderr: transport.stderr }, 'MCP');
  await connecting;
  return async (name, given) => {
    const told = await client.callTool({ name, arguments: given }, undefined, { timeout: 20_000 });
    const copy: Json = JSON.parse(JSON.stringify(told));
    return at(copy, 'structuredContent');
  };
}

const PROGRAMS = { 'the official inspector': inspector, 'mcp-remote': remote };

for (const [name, start] of Object.entries(PROGRAMS)) {
  describe(name, () => {
    /** Drafts, lists and revises; returns a last call to make. */
    async function work(call: Call, between: () => void): Promise<() => Promise<unknown>> {
      const draft = { headline: `By ${name}`, body_md: 'A body.' };
      const id = String(at(await call('create_draft', draft), 'id'));
      assert.match(JSON.stringify(await call('list_my_pieces', {})), new RegExp(`By ${name}`));
      between();
      const revised = await call('revise_draft', { ...draft, id, version: 1, body_md: 'Another.' });
      assert.equal(at(revised, 'version'), 2);
      return () => call('list_my_pieces', {});
    }

    test('allowed in the browser, works, outlives its token, and is refused once disconnected', async () => {
      const again = await work(await start(null), () => {
        ahead += 61 * 60_000;
      });
      await page.goto(`${base}/desk/edit/online-presence`);
      await page.getByRole('button', { name: /^Disconnect / }).click();
      await page.waitForURL(/online-presence#apps/);
      await assert.rejects(again());
    });

    test('with a key in the header, does the same without a browser', async () => {
      await work(await start(`Authorization: Bearer ${key}`), () => {});
    });
  });
}
