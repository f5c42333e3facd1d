// The whole application on a fresh database, with a clock that the test controls.

import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { configFrom } from '../../src/config.ts';
import { BOUNDS, type Bounds } from '../../src/http/bounds/bounds.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { type Context, newContext } from '../../src/operations/operation.ts';
import { type DatabaseKind, freshStore } from './databases/databases.ts';
import { UNLIMITED } from './unlimited.ts';

export interface Service {
  app: FastifyInstance;
  context: Context;
  /** Imports records, given as lines of an archive. */
  add(...lines: object[]): Promise<void>;
}

export const NOW = new Date('2026-06-15T12:00:00.000Z');
/** For imports of what a service with a clock that moved has exported: an archive has no times in the future. */
export const LATER = new Date('2027-01-01T12:00:00.000Z');

export async function startService(
  kind: DatabaseKind,
  environment: { [name: string]: string } = {},
  now: () => Date = () => NOW,
  bounds: Partial<Bounds> = {},
): Promise<Service> {
  const settings = {
    ...{ BASE_URL: 'https://press.example', LOG_LEVEL: 'silent', ...UNLIMITED },
    // Without a separate folder, every service would use the same cache file.
    ...(!('DATA_DIR' in environment) && { CACHE_DISK_MB: '0' }),
    ...environment,
  };
  const config = configFrom(settings);
  const context = newContext(await freshStore(kind), config, now);
  const app = await buildApp(context, undefined, { ...BOUNDS, ...bounds });
  after(() => app.close());
  return {
    app,
    context,
    async add(...lines) {
      await importArchive(
        context,
        lines.map((line) => JSON.stringify(line)),
      );
    },
  };
}
