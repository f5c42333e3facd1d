// Follows the table of public changes, read as rarely as correctness allows.

import { ContentChanges } from '../content/content-changes.ts';
import type { Reads } from '../content/read-record.ts';
import { TOPIC_END } from '../content/topics.ts';
import { type OpenOptions, SyncConnection } from './sync-connection.ts';

/** How stale it may be when another process has changed something. Reading it costs some system calls. */
const FRESH_MS = 100;

/** Beyond so many changes at once, everything has changed. */
const MOST_CHANGES = 1_000;

const LATEST = 'SELECT max(version) AS version FROM content_changes';
/** With the one that is known: where it is gone, so may be others that are not. */
const SINCE = `SELECT version, topics FROM content_changes WHERE version >= ?
  ORDER BY version LIMIT ${MOST_CHANGES + 2}`;

export class ContentVersion {
  readonly #options: OpenOptions;
  #connection: SyncConnection | undefined;
  readonly #changes = new ContentChanges();
  /** The last change that was read. */
  #known: number | null = null;
  /** A timer, because a clock would be asked at every request. */
  #freshFor: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OpenOptions) {
    this.#options = options;
  }

  current(): number | null {
    if (this.#freshFor) return this.#changes.version;
    try {
      this.#read();
    } catch {
      // The next ordinary read reports the error.
      return null;
    }
    this.#freshFor = setTimeout(() => this.invalidate(), FRESH_MS).unref();
    return this.#changes.version;
  }

  hasChanged(reads: Reads, since: number): boolean {
    return this.#changes.hasChanged(reads, since);
  }

  #read(): void {
    const found = this.#known === null ? [] : this.#run(SINCE, [this.#known]);
    const [known, ...later] = found;
    if (known?.version !== this.#known || later.length > MOST_CHANGES) {
      this.#known = this.#run(LATEST, [])[0]?.version ?? 0;
      this.#changes.noteEverything();
      return;
    }
    const last = later.at(-1);
    if (!last) return;
    this.#changes.note(later.flatMap(({ topics }) => topics.split(TOPIC_END)));
    this.#known = last.version;
  }

  #run(sql: string, parameters: readonly number[]) {
    this.#connection ??= new SyncConnection(this.#options);
    return this.#connection.run(sql, parameters).rows.map((row) => {
      const { version, topics } = Object(row);
      return { version: Number(version), topics: String(topics) };
    });
  }

  /** This process has written: the next caller gets the current version. */
  invalidate(): void {
    clearTimeout(this.#freshFor);
    this.#freshFor = undefined;
  }

  close(): void {
    this.invalidate();
    this.#connection?.close();
  }
}
