// Public changes that this process knows of: a version number that each change raises, and each topic's last change.

import type { Reads } from '../topics/read-record.ts';
import { EVERYTHING } from '../topics/topics.ts';

/** With more topics than this, all earlier reads count as changed. */
const MOST_TOPICS = 20_000;

export class ContentChanges {
  readonly #mostTopics: number;
  readonly #changedAt = new Map<string, number>();
  #version = 1;
  #everythingAt = 1;

  constructor(mostTopics = MOST_TOPICS) {
    this.#mostTopics = mostTopics;
  }

  get version(): number {
    return this.#version;
  }

  /** Notes a change. Changes from the database's log have their own versions, and may arrive out of order. */
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

  noteEverything(): void {
    this.note([EVERYTHING]);
  }

  hasChanged(reads: Reads, since: number): boolean {
    if (since >= this.#version) return false;
    if (reads === null || this.#everythingAt > since) return true;
    return reads.some((topic) => (this.#changedAt.get(topic) ?? 0) > since);
  }
}
