// Starts the crawler and the readers, each in a separate process.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Crawl, Crawled } from './crawler.ts';
import type { ReaderOptions } from './readers.ts';

const start = (file: string) => fork(fileURLToPath(new URL(file, import.meta.url)));

/** The only message that the process sends; fails if it ends without sending one. */
async function resultOf<Result>(child: ChildProcess): Promise<Result> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with ${code}.`);
  });
  const [[result]] = await Promise.all([Promise.race([once(child, 'message'), ended])]);
  return result;
}

export async function crawl(given: Crawl): Promise<Crawled> {
  const child = start('crawler.ts');
  child.send(given);
  return resultOf<Crawled>(child);
}

export interface Readers {
  /** Ends the readers, and returns how long each of their requests took. */
  stop(): Promise<number[]>;
}

export function startReaders(given: ReaderOptions): Readers {
  const child = start('readers.ts');
  child.send(given);
  const times = resultOf<number[]>(child);
  return {
    async stop() {
      child.send('stop');
      return times;
    },
  };
}
