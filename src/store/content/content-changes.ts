// The public changes that this process knows of: a number that each one raises, and when a topic last changed.

import type { Reads } from './read-record.ts';
import { EVERYTHING } from './topics.ts';

/** Beyond this many topics, what was read before any of them counts as changed. */
const MOST_TOPICS = 20_000;

export class ContentChanges {
  readonly #mostTopics: number;
  readonly #changedAt = new Map<string, number>();
  #version = 1;
  #everythingAt = 1;

  constructor(mostTopics = MOST_TOPICS) {
    this.#mostTopics = mostTopics;
  }

  /** Raised by every change; of this process alone, and only ever greater. */
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

  /** For changes that nobody told us of, or too many of them. */
  noteEverything(): void {
    this.note([EVERYTHING]);
  }

  /** Whether something that was read may differ from what was there at this version. */
  hasChanged(reads: Reads, since: number): boolean {
    if (since >= this.#version) return false;
    if (reads === null || this.#everythingAt > since) return true;
    return reads.some((topic) => (this.#changedAt.get(topic) ?? 0) > since);
  }
}
