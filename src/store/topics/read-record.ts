// Records which topics a public read depends on: the store notes each statement, so no caller can forget one.

import { AsyncLocalStorage } from 'node:async_hooks';
import { TOPIC_END } from './topics.ts';

/** The topics that a result depends on; null if they are unknown, so that any change may concern it. */
export type Reads = readonly string[] | null;

/** For a short list, indexOf is faster than a set. */
const FEW_TOPICS = 32;

export class ReadRecord {
  #topics: string[] | null = [];

  add(reads: Reads): void {
    if (reads === null) this.#topics = null;
    else this.#topics?.push(...reads);
  }

  reads(): Reads {
    const topics = this.#topics;
    // A topic that contains the separator would be read as two; no trigger can name one.
    if (topics === null || topics.some((topic) => topic.includes(TOPIC_END))) return null;
    if (topics.length > FEW_TOPICS) return [...new Set(topics)];
    return topics.filter((topic, at) => topics.indexOf(topic) === at);
  }
}

const recording = new AsyncLocalStorage<ReadRecord | null>();

export interface Recorded<Result> {
  result: Result;
  reads: Reads;
}

/** Runs a read and reports its topics. A recording around this one doesn't note them. */
export async function recordReads<Result>(read: () => Promise<Result>): Promise<Recorded<Result>> {
  const record = new ReadRecord();
  const result = await recording.run(record, read);
  return { result, reads: record.reads() };
}

/** Adds topics to the recording, if there is one; otherwise they aren't computed. */
export function noteReads(reads: () => Reads): void {
  recording.getStore()?.add(reads());
}

/** Notes a statement without declared topics: the recorded read then depends on any change. */
export function noteStatement(): void {
  recording.getStore()?.add(null);
}

/** Runs statements with declared topics: `readsOf` derives these from the rows. */
export async function declaredRead<Rows extends readonly unknown[]>(
  read: () => Promise<Rows>,
  readsOf: (rows: Rows) => Reads,
): Promise<Rows> {
  const record = recording.getStore();
  if (!record) return read();
  const rows = await recording.run(null, read);
  record.add(readsOf(rows));
  return rows;
}
