// Group commit: batches of many callers in one transaction, which pays once for the disk.

import type { WriteBatch } from '../database/write-batch.ts';
import type { ThreadConnection } from './async-connections.ts';
import type { ConnectionPool } from './connection-pool.ts';

/** The most that one group has; the rest goes with the next. */
const GROUP = { batches: 256, characters: 4_000_000 };

interface Waiting {
  batch: WriteBatch;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * SQLite has one writer, and each commit waits for the disk. So:
 *
 * 1. A batch joins those that wait. If no group is being written, the next group starts at once:
 *    nobody waits for company.
 * 2. A group waits in the writer's pool like any transaction, and takes one place there.
 * 3. On its turn, everything that waits by then becomes the group and goes to the writer's thread as
 *    one message: BEGIN, a savepoint for each batch, COMMIT.
 * 4. A batch that fails is rolled back to its savepoint, and only its caller is told. If the commit
 *    fails, every caller of the group is told. Success is reported only after the commit.
 * 5. Batches that came meanwhile are the next group. Groups grow with the load.
 */
export class GroupCommit {
  readonly #writer: ThreadConnection;
  readonly #pool: ConnectionPool;
  #waiting: Waiting[] = [];
  #isWriting = false;

  /** Every other use of the writer must go through `pool` too. */
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

/** A group has at least one batch, however long. */
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
