// Fresh SQLite and PostgreSQL databases for every test of stored data.

import { randomUUID } from 'node:crypto';
import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { sqliteFile } from '../../../src/store/sqlite/files.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import '../cheap-passwords.ts';
import { isFull, thisRun } from '../full.ts';
import '../openapi/judged-answers.ts';

export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/**
 * The databases for tests that don't depend on the database, such as those of pages: a usual run uses only SQLite.
 */
export const DATABASES_IN_FULL: readonly DatabaseKind[] = {
  usual: ['sqlite'] as const,
  full: DATABASES,
  rest: ['postgres'] as const,
}[thisRun];

/** The databases for files in which a usual run also skips cases: every other run has all cases on both databases. */
export const SQLITE_OR_BOTH: readonly DatabaseKind[] = isFull ? DATABASES : ['sqlite'];

const TEMPLATE = 'test_template';

/** The settings by which a process finds its database. */
export interface Place {
  dataDir: string;
  databaseUrl: string | null;
}

/** An empty database, removed after the test file. */
export const emptyPlace = (kind: DatabaseKind) => placeFrom(kind, null);

/** A database whose tables exist already, copied since making them is slow. */
export const freshPlace = (kind: DatabaseKind) => placeFrom(kind, TEMPLATE);

async function placeFrom(kind: DatabaseKind, template: string | null): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-test-'));
  // An image may still be written while its folder is removed, if its browser no longer waits for it.
  after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  if (kind === 'postgres') {
    return { dataDir, databaseUrl: await freshPostgresDatabase(template ?? 'template1') };
  }
  if (template) await copyFile(sqliteFile(prepared('TEST_SQLITE_TEMPLATE')), sqliteFile(dataDir));
  return { dataDir, databaseUrl: null };
}

/** A copy of a place with all its data. No process may have the original open. */
export async function copiedPlace({ dataDir, databaseUrl }: Place): Promise<Place> {
  const template = databaseUrl === null ? null : new URL(databaseUrl).pathname.slice(1);
  const copy = await placeFrom(template === null ? 'sqlite' : 'postgres', template);
  await cp(dataDir, copy.dataDir, { recursive: true });
  return copy;
}

const TRIES = 3;

/** Opens a store, with more tries: a connection may time out while this process loads its next test file. */
export async function openPatiently(place: Place): Promise<Store> {
  for (let left = TRIES - 1; left > 0; left -= 1) {
    const store = await openStore(place).catch((error) => {
      if (!String(error).includes('connection timeout')) throw error;
    });
    if (store) return store;
  }
  return openStore(place);
}

let opened: Promise<unknown> = Promise.resolve();

/** Opens stores one after another: the files of a process all open theirs together, and none must time out. */
function openFresh(kind: DatabaseKind): Promise<Store> {
  const next = opened.then(async () => openPatiently(await freshPlace(kind)));
  opened = next.catch(() => {});
  return next;
}

export async function freshStore(kind: DatabaseKind): Promise<Store> {
  const store = await openFresh(kind);
  after(() => store.close());
  return store;
}

/** Makes the databases that fresh places are copied from. `dataDir` is the folder for SQLite's. */
export async function prepareTemplates(server: string, dataDir: string): Promise<void> {
  await asServer(server, `CREATE DATABASE ${TEMPLATE}`);
  for (const databaseUrl of [null, databaseAt(server, TEMPLATE)]) {
    const store = await openStore({ dataDir, databaseUrl });
    await store.close();
  }
  process.env['TEST_POSTGRES_URL'] = server;
  process.env['TEST_SQLITE_TEMPLATE'] = dataDir;
}

function prepared(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test.`);
  return value;
}

async function freshPostgresDatabase(template: string): Promise<string> {
  const server = prepared('TEST_POSTGRES_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying the files takes half as long as writing them to the log.
  await asServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  after(() => asServer(server, `DROP DATABASE ${name} WITH (FORCE)`));
  return databaseAt(server, name);
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const socket = new Socket();
let administrator: Promise<pg.Client> | undefined;
let underWay = 0;

/**
 * Runs a statement on the process's only connection to the server, which keeps the process alive only while it runs.
 */
async function asServer(url: string, statement: string): Promise<void> {
  underWay += 1;
  socket.ref();
  try {
    administrator ??= connected(url);
    await (await administrator).query(statement);
  } finally {
    underWay -= 1;
    if (underWay === 0) socket.unref();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  // The server stops before the process that started it, which breaks this connection.
  client.on('error', () => {});
  await client.connect();
  return client;
}
