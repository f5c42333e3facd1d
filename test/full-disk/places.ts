// A database on a small disk: SQLite's file with everything else, or PostgreSQL's tables.

import { randomUUID } from 'node:crypto';
import { chown, stat } from 'node:fs/promises';
import pg from 'pg';
import type { DatabaseKind, Place } from '../support/databases/databases.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';

const MEGABYTES = 64;

export async function placeOn(kind: DatabaseKind): Promise<{ disk: SmallDisk; place: Place }> {
  return kind === 'sqlite' ? sqlitePlace() : postgresPlace();
}

async function sqlitePlace() {
  const disk = await smallDisk(MEGABYTES);
  return { disk, place: { dataDir: await disk.folder('data'), databaseUrl: null } };
}

/** Its write-ahead log stays on the server's own disk: where that one is full, the server stops. */
async function postgresPlace() {
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  const name = `full_${randomUUID().replaceAll('-', '')}`;
  const disk = await smallDisk(MEGABYTES, async () => {
    await disk.free();
    await asServer(server, [`DROP DATABASE ${name} WITH (FORCE)`, `DROP TABLESPACE ${name}`]);
  });
  const tables = await disk.folder('tables');
  await giveToServer(server, tables);
  await asServer(server, [
    `CREATE TABLESPACE ${name} LOCATION '${tables}'`,
    `CREATE DATABASE ${name} TABLESPACE ${name}`,
  ]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { disk, place: { dataDir: await disk.folder('data'), databaseUrl: url.href } };
}

/** A tablespace needs a separate folder. */
async function giveToServer(server: string, folder: string): Promise<void> {
  const [row] = await asServer(server, ['SHOW data_directory']);
  const { uid, gid } = await stat(String(row?.['data_directory']));
  await chown(folder, uid, gid);
}

async function asServer(url: string, statements: string[]): Promise<{ [name: string]: unknown }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: { [name: string]: unknown }[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
