// Starts the crawler and the readers, each in a process of its own.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Crawl, Crawled } from './crawler.ts';
import type { ReaderOptions } from './readers.ts';

const start = (file: string) => fork(fileURLToPath(new URL(file, import.meta.url)));

/** The one message that it sends, or a failure where it ends without. */
async function resultOf<Result>(child: ChildProcess): Promise<Result> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`It ended with ${code}.`);
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
  /** Ends them, and returns how long each of their requests took. */
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
