// Runs once around the whole suite: finds Chromium and starts PostgreSQL before the first test.

import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium, startSharedBrowser } from './browser/browser.ts';
import { prepareTemplates } from './databases/databases.ts';
import { type PostgresServer, startPostgres } from './databases/postgres-server.ts';
import { bundleService } from './processes/bundle-service.ts';

/** Linux's in-memory folder, and the space that the suite may need there. */
const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;

let server: PostgresServer | undefined;
let templates: string | undefined;
let stopBrowser: (() => Promise<void>) | undefined;

export async function globalSetup(): Promise<void> {
  // The suite starts hundreds of processes that all load the same code.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node');
  await ensureChromium();
  if (await isRoomInMemory()) process.env['TMPDIR'] ??= IN_MEMORY;
  // A soak tests the code as an operator runs it.
  const bundled = process.env['SOAK'] ? undefined : bundleService();
  await Promise.all([startBrowser(), startDatabases(), bundled]);
}

async function startBrowser(): Promise<void> {
  stopBrowser = await startSharedBrowser();
}

async function startDatabases(): Promise<void> {
  server = await startPostgres();
  templates = await mkdtemp(join(tmpdir(), 'standfirst-templates-'));
  await prepareTemplates(server.url, templates);
}

/** Whether the tests' files fit into memory: thousands of small databases would make the tests wait for a disk. */
async function isRoomInMemory(): Promise<boolean> {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = await statfs(IN_MEMORY);
  return bavail * bsize > NEEDED_BYTES;
}

export async function globalTeardown(): Promise<void> {
  await stopBrowser?.();
  await server?.stop();
  if (templates) await rm(templates, { recursive: true, force: true });
}
