// Debian's PostgreSQL, which comes with pg_dump; the one from npm doesn't.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './postgres-server.ts';

const run = promisify(execFile);
const MISSING =
  'A PostgreSQL server with pg_dump is missing: install it (Debian: apt-get install postgresql).';

/** The user id of `nobody`, which exists everywhere. PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const PASSWORD = 'test / "word"';

const findPrograms = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) =>
      ['postgres', 'initdb', 'pg_dump'].every((each) => existsSync(join(folder, each))),
    )
    .sort((one, other) => Number(other.split('/')[4]) - Number(one.split('/')[4]))[0];

const aptGet = (...words: string[]) =>
  run('/usr/bin/apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error) => {
    throw new Error(`${MISSING} (apt-get: ${String(error).trim().split('\n').at(-1)})`);
  });

async function programs(): Promise<string> {
  if (!findPrograms() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await aptGet('update');
    await aptGet('install', '--yes', '--no-install-recommends', 'postgresql');
  }
  const found = findPrograms();
  if (!found) throw new Error(MISSING);
  return found;
}

/** Makes an empty database and returns its URL. */
export type NewDatabase = (name: string) => Promise<string>;

export async function startDebianPostgres(): Promise<NewDatabase> {
  const bin = await programs();
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-debian-postgres-'));
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const passwords = join(folder, 'password');
  await writeFile(passwords, PASSWORD);
  if (user.uid) for (const path of [folder, passwords]) await chown(path, user.uid, user.gid);
  const data = join(folder, 'data');
  const flags = ['--auth=scram-sha-256', `--pwfile=${passwords}`, '--no-sync', '--encoding=UTF8'];
  const locale = ['--locale=C.UTF-8', '--username=postgres', data];
  await run(join(bin, 'initdb'), [...flags, ...locale], { ...user, cwd: folder });
  const port = await freePort();
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  after(async () => {
    server.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const urlOf = (name: string) =>
    `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${name}`;
  await untilReady(urlOf('postgres'));
  return async (name) => {
    await query(urlOf('postgres'), `CREATE DATABASE ${name}`);
    return urlOf(name);
  };
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const TRIES = 200;
const PAUSE_MS = 50;

async function untilReady(url: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await query(url, 'SELECT 1');
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
