// Runs `serve` in a separate process, for tests of what only a process can do.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Place } from '../databases/databases.ts';
import { freePort } from '../databases/postgres-server.ts';
import { type Environment, environmentOf, type Running, startCli } from './cli.ts';

export interface Serving extends Running {
  port: number;
  url: string;
}

/** Resolves when the service is listening; rejects with the reason if it ends first. */
export async function startServing(
  place: Place,
  settings: Environment = {},
  start = (environment: Environment) => startCli(environment, ['serve']),
): Promise<Serving> {
  const port = await freePort();
  const environment = { ...environmentOf(place), LOG_LEVEL: 'silent', PORT: String(port) };
  const running = start({ ...environment, ...settings });
  after(() => running.process.kill('SIGKILL'));
  const failed = running.ended.then(({ stderr }) => {
    throw new Error(`serve ended: ${stderr}`);
  });
  await Promise.race([saidItsAddress(running), failed]);
  failed.catch(() => {});
  return { ...running, port, url: `http://127.0.0.1:${port}` };
}

async function saidItsAddress({ process: { stdout } }: Running): Promise<void> {
  let said = '';
  while (!/ is at http.*\n/.test(said)) {
    const [text] = await once(stdout ?? process.stdin, 'data');
    said += String(text);
  }
}

/** A connection whose bytes are sent when the test says so. */
export class RawConnection {
  readonly #socket: Socket;
  received = '';

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setEncoding('utf8').on('data', (text) => {
      this.received += text;
    });
    this.#socket.on('error', () => {});
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  async until(words: string): Promise<void> {
    while (!this.received.includes(words)) await once(this.#socket, 'data');
  }

  async closed(): Promise<void> {
    if (!this.#socket.closed) await once(this.#socket, 'close');
  }
}

/** Waits until the port no longer accepts connections. */
export async function untilNotListening(port: number): Promise<void> {
  while (await listens(port)) await setTimeout(5);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
