// Runs once around the whole suite: Chromium found and PostgreSQL up before the first test.

import { join } from 'node:path';
import { ensureChromium } from './browser/browser.ts';
import { prepareTemplate } from './databases/databases.ts';
import { type PostgresServer, startPostgres } from './databases/postgres-server.ts';

let server: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  // The suite starts some hundreds of processes, which all load the same code.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node');
  await ensureChromium();
  server = await startPostgres();
  await prepareTemplate(server.url);
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
