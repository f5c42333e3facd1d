// Group commit: the batches of many callers share one transaction, which waits for the disk once.

import type { WriteBatch } from '../database/write-batch.ts';
import type { ThreadConnection } from './async-connections.ts';
import type { ConnectionPool } from './connection-pool.ts';

const GROUP = { batches: 256, characters: 4_000_000 };

interface Waiting {
  batch: WriteBatch;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * SQLite has one writer, and each commit waits for the disk. So all batches that wait when the writer becomes free form
 * one transaction, each in a savepoint: a batch that fails is rolled back alone, and only its caller gets the error. If
 * the commit fails, every caller does. Success is reported only after the commit. While the writer is free, a batch
 * starts immediately and waits for no others.
 */
export class GroupCommit {
  readonly #writer: ThreadConnection;
  readonly #pool: ConnectionPool;
  #waiting: Waiting[] = [];
  #isWriting = false;

  /** All other uses of the writer must go through `pool` too. */
  constructor(writer: ThreadConnection, pool: ConnectionPool) {
    this.#writer = writer;
    this.#pool = pool;
  }

  run(batch: WriteBatch): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      if (!this.#isWriting) void this.#writeGroups();
    });
  }

  async #writeGroups(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const connection = await this.#pool.acquire();
      const group = this.#waiting.splice(0, groupSize(this.#waiting));
      await writeGroup(group, this.#writer);
      this.#pool.release(connection);
    }
    this.#isWriting = false;
  }
}

/** At least one batch, even if it exceeds the limits. */
function groupSize(waiting: Waiting[]): number {
  let characters = 0;
  const beyond = waiting.findIndex(({ batch }, at) => {
    characters += lengthOf(batch);
    return at > 0 && (at >= GROUP.batches || characters > GROUP.characters);
  });
  return beyond < 0 ? waiting.length : beyond;
}

function lengthOf(batch: WriteBatch): number {
  let length = 0;
  for (const { parameters } of batch) {
    for (const value of parameters) length += typeof value === 'string' ? value.length : 0;
  }
  return length;
}

async function writeGroup(group: Waiting[], writer: ThreadConnection): Promise<void> {
  const batches = group.map(({ batch }) =>
    batch.map(({ sql, parameters }) => ({ sql, parameters })),
  );
  try {
    const failures = await writer.runGroup(batches);
    group.forEach(({ resolve, reject }, at) => {
      const failure = failures[at];
      if (failure) reject(failure);
      else resolve();
    });
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
