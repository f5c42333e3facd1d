// Runs once around the whole suite: Chromium found and PostgreSQL up before the first test.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './browser/browser.ts';
import { prepareTemplates } from './databases/databases.ts';
import { type PostgresServer, startPostgres } from './databases/postgres-server.ts';

let server: PostgresServer | undefined;
let templates: string | undefined;

export async function globalSetup(): Promise<void> {
  // The suite starts some hundreds of processes, which all load the same code.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node');
  await ensureChromium();
  server = await startPostgres();
  templates = await mkdtemp(join(tmpdir(), 'standfirst-templates-'));
  await prepareTemplates(server.url, templates);
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
  if (templates) await rm(templates, { recursive: true, force: true });
}
