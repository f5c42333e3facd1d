// Both databases, for every test of what is stored: a fresh one each time it is asked for.

import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { sqliteFile } from '../../../src/store/sqlite/files.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import '../cheap-passwords.ts';
import '../openapi/judged-answers.ts';

export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

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
  after(() => rm(dataDir, { recursive: true, force: true }));
  if (kind === 'postgres') {
    return { dataDir, databaseUrl: await freshPostgresDatabase(template ?? 'template1') };
  }
  if (template) await copyFile(sqliteFile(prepared('TEST_SQLITE_TEMPLATE')), sqliteFile(dataDir));
  return { dataDir, databaseUrl: null };
}

let opened: Promise<unknown> = Promise.resolve();

/** One after another: the files of a process all ask for theirs at once, and none should time out. */
function openFresh(kind: DatabaseKind): Promise<Store> {
  const next = opened.then(async () => openStore(await freshPlace(kind)));
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
  await asServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  after(() => asServer(server, `DROP DATABASE ${name} WITH (FORCE)`));
  return databaseAt(server, name);
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function asServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
