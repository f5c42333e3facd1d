// Readers in a separate process: a few connections that send requests at a fixed rate, even if responses are slow.
// The options arrive as a message; after the next message, the readers stop and their times are sent back.

import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';

export interface ReaderOptions {
  port: number;
  /** Paths that are read often, and those that are read rarely. */
  hot: string[];
  others: string[];
  connections: number;
  /** Requests per second, over all connections together. */
  rate: number;
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOT_SHARE = 0.8;

const any = (paths: string[]) => paths[Math.floor(Math.random() * paths.length)] ?? '/';

/** Times in milliseconds. A request that couldn't be sent when it was due counts from the time at which it was due. */
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
      // Delays of the timer are this process's fault, so they don't count.
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
