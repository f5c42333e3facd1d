// Drives a server with wrk, which takes a fraction of the CPU time of a load generator in Node.js.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { debianProgram } from '../../test/support/processes/debian-program.ts';
import type { startServer } from './processes.ts';

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

type Server = Awaited<ReturnType<typeof startServer>>;

interface Crawl {
  /** Paths, requested in random order, over and over, unless `isOnceEach` is set. */
  paths: string[];
  /** True if paths are requested in order, each once before the first is repeated. */
  isOnceEach?: boolean;
  headers?: string[];
  connections: number;
  seconds: number;
}

export interface Driven {
  requests: number;
  seconds: number;
  /** Response times in milliseconds. */
  p50: number;
  p99: number;
  rate: number;
  /** CPU time of the server per request, in microseconds. */
  cost: number;
}

const seed = () => String(process.hrtime()[1]);

/** Throws if a response isn't 2xx or 3xx. */
export async function driveByWrk(
  server: Server,
  { paths, isOnceEach = false, headers = [], connections, seconds }: Crawl,
): Promise<Driven> {
  const wrk = await debianProgram('wrk');
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-wrk-'));
  try {
    const list = join(folder, 'paths');
    await writeFile(list, `${paths.join('\n')}\n`);
    const given = headers.flatMap((line) => ['--header', line]);
    const options = ['--threads=1', `--connections=${connections}`, `--duration=${seconds}s`];
    const before = await server.processorSeconds();
    const { stdout } = await promisify(execFile)(
      wrk,
      [...options, ...given, '--script', SCRIPT, server.base],
      { env: { ...process.env, WRK_PATHS: list, WRK_SEED: isOnceEach ? '' : seed() } },
    );
    const spent = (await server.processorSeconds()) - before;
    const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    if (told.failed > 0) throw new Error(`${told.failed} requests of ${told.requests} failed.`);
    return { ...told, rate: told.requests / told.seconds, cost: (spent * 1e6) / told.requests };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
