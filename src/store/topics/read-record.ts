// Records which topics a public read depends on. The store notes each statement, so callers can't forget one.

import { AsyncLocalStorage } from 'node:async_hooks';
import { TOPIC_END } from './topics.ts';

/** The topics that a result depends on; null if unknown, so that any change invalidates the result. */
export type Reads = readonly string[] | null;

/** Up to this length, indexOf is faster than a set. */
const FEW_TOPICS = 32;

export class ReadRecord {
  #topics: string[] | null = [];

  add(reads: Reads): void {
    if (reads === null) this.#topics = null;
    else this.#topics?.push(...reads);
  }

  reads(): Reads {
    const topics = this.#topics;
    // A topic that contains the separator would be read as two, so the dependencies count as unknown.
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

/** Runs a read and returns the topics that it depends on. An outer recording does not note them. */
export async function recordReads<Result>(read: () => Promise<Result>): Promise<Recorded<Result>> {
  const record = new ReadRecord();
  const result = await recording.run(record, read);
  return { result, reads: record.reads() };
}

/** Adds topics to the current recording. Without one, `reads` is not called. */
export function noteReads(reads: () => Reads): void {
  recording.getStore()?.add(reads());
}

/** Notes a statement that declares no topics: the recorded result then depends on any change. */
export function noteStatement(): void {
  recording.getStore()?.add(null);
}

/** Runs statements that declare their topics: `readsOf` derives these from the rows. */
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
