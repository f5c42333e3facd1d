// Runs once around the whole suite: PostgreSQL up before the first test, down after the last.

import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
