// Runs the service of any checkout in a separate process, with a clock that the recorder controls.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { UNLIMITED } from '../support/unlimited.ts';

/** A fixed URL, independent of the free port, since it is in every absolute URL. */
export const BASE_URL = 'http://localhost:38111';

const START = Date.parse('2026-06-15T12:00:00.000Z');
const SECOND_MS = 1_000;
const LONGEST_START_MS = 120_000;
const PRELOAD = new URL('preload.ts', import.meta.url).href;

export interface Start {
  /** The checkout. */
  checkout: string;
  command: 'demo' | 'serve';
  /** For the clock, the data and the routes. */
  folder: string;
  settings: { [name: string]: string };
}

export interface Routes {
  known: string[];
  asked: string[];
}

export class Service {
  readonly port: number;
  /** The output so far. */
  output = '';
  readonly #child: ChildProcess;
  readonly #folder: string;

  constructor({ checkout, command, folder, settings }: Start, port: number) {
    this.port = port;
    this.#folder = folder;
    if (!existsSync(join(folder, 'clock'))) this.#setClock(START);
    const root = resolve(checkout);
    this.#child = spawn(join(root, 'node_modules/.bin/node'), ['src/cli.ts', command], {
      cwd: root,
      env: {
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
        NODE_OPTIONS: `--import=${PRELOAD}`,
        WIRE_CLOCK: join(folder, 'clock'),
        WIRE_ROUTES: join(folder, 'routes.json'),
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
        BASE_URL,
        SITE_NAME: 'Wire',
        LOG_LEVEL: 'warn',
        ...UNLIMITED,
        ...settings,
      },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text) => {
        this.output += String(text);
      });
    }
  }

  async ready(): Promise<void> {
    const end = performance.now() + LONGEST_START_MS;
    while (!(await this.#answers())) {
      if (this.#child.exitCode !== null || performance.now() > end) {
        throw new Error(`The service did not start: ${this.output}`);
      }
      await pause(100);
    }
  }

  async #answers(): Promise<boolean> {
    try {
      const { ok } = await fetch(`http://127.0.0.1:${this.port}/readyz`);
      // The service prints its URL, and the demo its key, after it has begun to listen.
      return ok && this.output.includes(`is at ${BASE_URL}`);
    } catch {
      return false;
    }
  }

  /** A second for each request, so that what is sorted by time has an order. */
  tick(): void {
    this.#setClock(Number(readFileSync(join(this.#folder, 'clock'), 'latin1')) + SECOND_MS);
  }

  /** Written atomically, since background work may read the clock at any moment. */
  #setClock(time: number): void {
    const next = join(this.#folder, 'clock.next');
    writeFileSync(next, String(time));
    renameSync(next, join(this.#folder, 'clock'));
  }

  async stop(): Promise<Routes> {
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGTERM');
      await once(this.#child, 'exit');
    }
    return JSON.parse(readFileSync(join(this.#folder, 'routes.json'), 'utf8'));
  }
}

export async function startService(start: Start): Promise<Service> {
  const service = new Service(start, await freePort());
  try {
    await service.ready();
  } catch (error) {
    await service.stop().catch(() => {});
    throw error;
  }
  return service;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}

export const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));
