// Readers in a process of their own: a few connections that ask at a fixed rate, however long it takes.
// Whom to read comes as a message; with the next one they stop, and their times go back.

import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';

export interface ReaderOptions {
  port: number;
  /** What everybody reads, and what is read now and then. */
  hot: string[];
  others: string[];
  connections: number;
  /** Of all connections together, in a second. */
  rate: number;
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOT_SHARE = 0.8;

const any = (paths: string[]) => paths[Math.floor(Math.random() * paths.length)] ?? '/';

/** Returns the times in milliseconds; a request that could not be sent when it was due counts from then. */
async function read(
  { port, hot, others, connections, rate }: ReaderOptions,
  hasEnded: () => boolean,
): Promise<number[]> {
  const times: number[] = [];
  const everyMs = (connections / rate) * 1_000;
  const begun = performance.now();
  const reader = async (_: unknown, at: number) => {
    const connection = new Connection(port, AGENT);
    for (let due = begun + (everyMs * at) / connections; !hasEnded(); due += everyMs) {
      const now = performance.now();
      const isLate = now > due;
      if (!isLate) await setTimeout(due - now);
      // What the timer is late by is this process's own.
      const from = isLate ? due : performance.now();
      const { status } = await connection.ask(any(Math.random() < HOT_SHARE ? hot : others));
      if (status !== 200) throw new Error(`A reader got ${status}.`);
      times.push(performance.now() - from);
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: connections }, reader));
  return times;
}

const [options] = await once(process, 'message');
let hasEnded = false;
process.once('message', () => {
  hasEnded = true;
});
process.send?.(await read(options, () => hasEnded), () => process.disconnect?.());
