// Scripts of many callers in one transaction: together they pay once for being durable.

import type { Script } from '../scripts.ts';
import type { LaneQueue } from './connection-pool.ts';
import type { ThreadLane } from './connections.ts';

/** What goes to the thread in one message; what is beyond it goes with the next. */
const GROUP = { scripts: 256, characters: 4_000_000 };

interface Waiting {
  script: Script;
  resolve(): void;
  reject(error: unknown): void;
}

/** While a group is written the next one gathers; between two, others have their turn. */
export class GroupCommit {
  readonly #writer: ThreadLane;
  readonly #queue: LaneQueue;
  #waiting: Waiting[] = [];
  #isAtWork = false;

  /** `queue` is where all wait who use the writer. */
  constructor(writer: ThreadLane, queue: LaneQueue) {
    this.#writer = writer;
    this.#queue = queue;
  }

  run(script: Script): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ script, resolve, reject });
      if (!this.#isAtWork) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    while (this.#waiting.length > 0) {
      const turn = await this.#queue.take();
      const group = this.#waiting.splice(0, groupSize(this.#waiting));
      await settle(group, this.#writer);
      this.#queue.giveBack(turn);
    }
    this.#isAtWork = false;
  }
}

/** At least one, however long it is. */
function groupSize(waiting: Waiting[]): number {
  let characters = 0;
  const beyond = waiting.findIndex(({ script }, at) => {
    characters += lengthOf(script);
    return at > 0 && (at >= GROUP.scripts || characters > GROUP.characters);
  });
  return beyond < 0 ? waiting.length : beyond;
}

function lengthOf(script: Script): number {
  let length = 0;
  for (const { parameters } of script) {
    for (const value of parameters) length += typeof value === 'string' ? value.length : 0;
  }
  return length;
}

async function settle(group: Waiting[], writer: ThreadLane): Promise<void> {
  const scripts = group.map(({ script }) =>
    script.map(({ sql, parameters }) => ({ sql, parameters })),
  );
  try {
    const failures = await writer.runTogether(scripts);
    group.forEach(({ resolve, reject }, at) => {
      const failure = failures[at];
      if (failure) reject(failure);
      else resolve();
    });
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
