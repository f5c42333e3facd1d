// Both databases, for every test of what is stored: a fresh one each time it is asked for.

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

/** For tests of what is the same on both, such as pages: a usual run has them on SQLite alone. */
export const DATABASES_IN_FULL: readonly DatabaseKind[] = {
  usual: ['sqlite'] as const,
  full: DATABASES,
  rest: ['postgres'] as const,
}[thisRun];

/** The same where a usual run leaves out cases as well: the rest has all of them, on both. */
export const SQLITE_OR_BOTH: readonly DatabaseKind[] = isFull ? DATABASES : ['sqlite'];

const TEMPLATE = 'test_template';

/** What a process needs to know to use a database. */
export interface Place {
  dataDir: string;
  databaseUrl: string | null;
}

/** A place with nothing in it, gone after the test file. */
export const emptyPlace = (kind: DatabaseKind) => placeFrom(kind, null);

/** The same with its tables, which take long to make, copied. */
export const freshPlace = (kind: DatabaseKind) => placeFrom(kind, TEMPLATE);

async function placeFrom(kind: DatabaseKind, template: string | null): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-test-'));
  // An image that a browser no longer waits for may still be written while its folder is removed.
  after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  if (kind === 'postgres') {
    return { dataDir, databaseUrl: await freshPostgresDatabase(template ?? 'template1') };
  }
  if (template) await copyFile(sqliteFile(prepared('TEST_SQLITE_TEMPLATE')), sqliteFile(dataDir));
  return { dataDir, databaseUrl: null };
}

/** The same again, with everything in it; nobody may have it open. */
export async function copiedPlace({ dataDir, databaseUrl }: Place): Promise<Place> {
  const template = databaseUrl === null ? null : new URL(databaseUrl).pathname.slice(1);
  const copy = await placeFrom(template === null ? 'sqlite' : 'postgres', template);
  await cp(dataDir, copy.dataDir, { recursive: true });
  return copy;
}

const TRIES = 3;

/** A process that loads its next test file answers nobody meanwhile: a connection may take too long. */
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

/** One after another: the files of a process all ask for theirs at once, and none should time out. */
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

/** Makes the databases that fresh places are copied from; the folder is the one of SQLite's. */
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
  // Copying files takes half of what writing them into the log does.
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

/** One connection for the length of the process, which it keeps alive only while it works. */
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
  // The server stops before the process that started it.
  client.on('error', () => {});
  await client.connect();
  return client;
}
