// A real PostgreSQL from npm for the length of a test run; if it can't start, the run fails.

import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresPackage } from './postgres-package.ts';

export interface PostgresServer {
  /** The URL of the maintenance database. Each test makes a separate one on the same server. */
  url: string;
  stop(): Promise<void>;
}

/** Tests kill processes but not machines, so nothing has to be synced to disk. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=300',
  // Autovacuum would work on hundreds of databases that live for seconds.
  'autovacuum=off',
];

/** Makes password checks cheap: at the usual cost they take most of the time of thousands of connections. */
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

/** A range below the ports of outgoing connections, one of which could take the port before the server listens. */
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
