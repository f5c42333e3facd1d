// A real PostgreSQL with a real streaming replica, for the length of a test file.

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { postgresPackage } from './postgres-package.ts';
import { freePort } from './postgres-server.ts';

export interface Replicated {
  primary: string;
  replica: string;
  stopReplica(): Promise<void>;
  /** Pauses every process of a server: its connections stay open, and nothing answers. */
  freeze(which: 'primary' | 'replica'): Promise<{ thaw(): void }>;
}

const FLAGS = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'];
const READY = /ready to accept (?:read-only )?connections/;

export async function startReplicated(): Promise<Replicated> {
  const { loaded, discard } = await postgresPackage();
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-replicated-'));
  const copy = `${folder}-replica`;
  await chmod(folder, 0o700);
  const [port, replicaPort] = [await freePort(), await freePort()];
  const serverAt = (databaseDir: string, at: number, flags: string[]) => {
    const ready = Promise.withResolvers<void>();
    const server = new loaded.default({
      databaseDir,
      port: at,
      user: 'postgres',
      password: 'test',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
      postgresFlags: [...FLAGS, ...flags].flatMap((flag) => ['-c', flag]),
      onLog: (words: unknown) => void (READY.test(String(words)) && ready.resolve()),
      onError: () => {},
    });
    // The package waits for a message that a replica never writes, and fails when a server ends.
    const start = () => {
      server.start().catch(() => ready.reject(new Error('PostgreSQL did not start.')));
      return ready.promise;
    };
    return { server, start };
  };
  const first = serverAt(folder, port, []);
  await first.server.initialise();
  // A cluster that has never run can be copied as it is.
  await promisify(execFile)('cp', ['-a', folder, copy]);
  await writeFile(join(copy, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${port} user=postgres password=test`;
  const second = serverAt(copy, replicaPort, [`primary_conninfo=${source}`]);
  await first.start();
  await second.start();
  const frozen: (() => void)[] = [];
  after(async () => {
    for (const thaw of frozen) thaw();
    await second.server.stop();
    await first.server.stop();
    await discard();
    for (const each of [folder, copy]) await rm(each, { recursive: true, force: true });
  });
  const urlAt = (at: number) => `postgres://postgres:test@127.0.0.1:${at}/postgres`;
  return {
    primary: urlAt(port),
    replica: urlAt(replicaPort),
    stopReplica: () => second.server.stop(),
    async freeze(which) {
      const { thaw } = await freeze(which === 'primary' ? folder : copy);
      frozen.push(thaw);
      return { thaw };
    },
  };
}

async function freeze(folder: string) {
  const [line = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  const children = await readFile(`/proc/${line}/task/${line}/children`, 'utf8');
  const pids = [line, ...children.trim().split(' ')].map(Number);
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) {
      // The process of a connection may have ended meanwhile.
      try {
        process.kill(pid, signal);
      } catch {}
    }
  };
  const thaw = () => send('SIGCONT');
  send('SIGSTOP');
  return { thaw };
}
