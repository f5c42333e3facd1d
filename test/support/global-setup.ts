// Runs once around the whole suite: Chromium found and PostgreSQL up before the first test.

import { ensureChromium } from './browser.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  await ensureChromium();
  server = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
