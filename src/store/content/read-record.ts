// Records which topics a public read depends on: the store notes each statement, so no caller can forget one.

import { AsyncLocalStorage } from 'node:async_hooks';
import { TOPIC_END } from './topics.ts';

/** The topics that something was read from; null where nobody said, so that any change may concern it. */
export type Reads = readonly string[] | null;

/** Of so few, each is looked for among the others sooner than a set is made. */
const FEW_TOPICS = 32;

export class ReadRecord {
  #topics: string[] | null = [];

  /** A statement that says what it reads, or null for one that does not. */
  add(reads: Reads): void {
    if (reads === null) this.#topics = null;
    else this.#topics?.push(...reads);
  }

  reads(): Reads {
    const topics = this.#topics;
    // No trigger can name what would be taken for two.
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

/** Runs a read and tells what it depended on. What records already, around it, hears nothing of that. */
export async function recordReads<Result>(read: () => Promise<Result>): Promise<Recorded<Result>> {
  const record = new ReadRecord();
  const result = await recording.run(record, read);
  return { result, reads: record.reads() };
}

/** Whoever records now depends on these; where nobody does, they are not even listed. */
export function noteReads(reads: () => Reads): void {
  recording.getStore()?.add(reads());
}

/** A statement is about to run. Unless it is a declared one, whoever records now depends on anything. */
export function noteStatement(): void {
  recording.getStore()?.add(null);
}

/** Runs statements that are declared: what they depend on follows from the rows that they return. */
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
