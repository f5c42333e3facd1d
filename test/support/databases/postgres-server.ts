// A real PostgreSQL for the length of a test run, from npm; the run fails where it cannot start.

import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPackage } from './postgres-package.ts';

export interface PostgresServer {
  /** Of the maintenance database; each test makes its own beside it. */
  url: string;
  stop(): Promise<void>;
}

/** Durability is tested where processes are killed, not where machines are. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=300',
  // Hundreds of databases that live for seconds keep it busy for nothing.
  'autovacuum=off',
];

/** Checked at each of thousands of connections: an honest hash takes more than the rest of one. */
const CHEAP_PASSWORDS = ['--set', 'scram_iterations=1'];

export async function startPostgres(): Promise<PostgresServer> {
  const { loaded, discard } = await postgresPackage();
  const databaseDir = await mkdtemp(join(tmpdir(), 'standfirst-postgres-'));
  await chmod(databaseDir, 0o700);
  const port = await freePort();
  const output: string[] = [];
  const note = (message: unknown) => output.push(String(message));
  const server = new loaded.default({
    databaseDir,
    port,
    user: 'postgres',
    password: 'test',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', ...CHEAP_PASSWORDS],
    postgresFlags: SETTINGS.flatMap((setting) => ['-c', setting]),
    onLog: note,
    onError: note,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error}\n${output.join('')}`);
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      await discard();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

/** Below those that outgoing connections get: one of these could take the port before its user listens. */
const PORTS = { from: 12_000, to: 32_000 };

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
