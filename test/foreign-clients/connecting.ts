// mcp-remote, by which programs that only start commands connect to a writer's desk: npm run test:foreign

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { addAda, allowedIn } from '../support/browser/allow-app.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { installed } from './installed.ts';

test('mcp-remote connects through the browser, and lists the tools', async () => {
  const { base, context } = await serveDesk();
  await addAda(context);
  const folder = await installed(['mcp-remote@^0.15.1']);
  const client = join(folder, 'node_modules/.bin/mcp-remote-client');
  const given = [`${base}/mcp`, String(await freePort()), '--allow-http'];
  const env = { ...process.env, MCP_REMOTE_CONFIG_DIR: folder, HOME: folder };
  const page = await (await openBrowser()).newPage();
  const said = await allowedIn(page, spawn(client, given, { env }), 'MCP');
  assert.match(said, /create_draft/);
});
