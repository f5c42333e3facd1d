// Public changes that this process knows of: a version that each one raises, and when each topic last changed.

import type { Reads } from '../topics/read-record.ts';
import { EVERYTHING } from '../topics/topics.ts';

/** With more topics than this, everything that was read before counts as changed. */
const MOST_TOPICS = 20_000;

export class ContentChanges {
  readonly #mostTopics: number;
  readonly #changedAt = new Map<string, number>();
  #version = 1;
  #everythingAt = 1;

  constructor(mostTopics = MOST_TOPICS) {
    this.#mostTopics = mostTopics;
  }

  /** The version is this process's own, and only grows. */
  get version(): number {
    return this.#version;
  }

  /** Changes of a log have versions of their own, and may come in another order. */
  note(topics: readonly string[], at = this.#version + 1): void {
    this.#version = Math.max(this.#version, at);
    for (const topic of topics) {
      this.#changedAt.set(topic, Math.max(at, this.#changedAt.get(topic) ?? 0));
    }
    if (topics.includes(EVERYTHING) || this.#changedAt.size > this.#mostTopics) {
      this.#everythingAt = this.#version;
      this.#changedAt.clear();
    }
  }

  /** Call noteEverything if changes may have been missed, or were too many. */
  noteEverything(): void {
    this.note([EVERYTHING]);
  }

  /** Reports whether a read at version `since` may be out of date. */
  hasChanged(reads: Reads, since: number): boolean {
    if (since >= this.#version) return false;
    if (reads === null || this.#everythingAt > since) return true;
    return reads.some((topic) => (this.#changedAt.get(topic) ?? 0) > since);
  }
}
