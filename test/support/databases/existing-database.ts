// A store and an application on a database that the test already has or shares.

import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../src/app.ts';
import { configFrom } from '../../../src/config.ts';
import { importArchive } from '../../../src/operations/archive/import.ts';
import { type Context, newContext } from '../../../src/operations/operation.ts';
import { NOW } from '../service.ts';
import { UNLIMITED } from '../unlimited.ts';
import { openPatiently, type Place } from './databases.ts';

/** The context of an operation, on the database at a place. */
export async function contextAt(place: Place, now = () => NOW): Promise<Context> {
  const store = await openPatiently(place);
  after(() => store.close());
  const settings = { BASE_URL: 'https://press.example', LOG_LEVEL: 'silent', CACHE_DISK_MB: '0' };
  const config = configFrom({ ...settings, ...UNLIMITED });
  return newContext(store, config, now);
}

export async function appOn(context: Context): Promise<FastifyInstance> {
  const app = await buildApp(context);
  after(() => app.close());
  return app;
}

export async function importLines(context: Context, lines: object[]): Promise<void> {
  await importArchive(
    context,
    lines.map((line) => JSON.stringify(line)),
  );
}
