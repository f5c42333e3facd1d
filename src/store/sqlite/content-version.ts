// Follows the table of public changes, and reads it as rarely as correctness allows.

import { ContentChanges } from '../content/content-changes.ts';
import type { ContentLog } from '../topics/content-log.ts';
import type { Reads } from '../topics/read-record.ts';
import { EVERYTHING, TOPIC_END } from '../topics/topics.ts';
import { type OpenOptions, SyncConnection } from './sync-connection.ts';

/** Other processes' changes may go unnoticed for this long, because each check costs system calls. */
const FRESH_MS = 100;

const MOST_CHANGES = 1_000;

const ALL = 'SELECT version, name, topics FROM content_changes ORDER BY version';
/** Includes the last known change: if its row is gone, later rows may be gone too. */
const SINCE = `SELECT version, name, topics FROM content_changes WHERE version >= ?
  ORDER BY version LIMIT ${MOST_CHANGES + 2}`;

interface Change {
  version: number;
  /** A unique name, because a restored database may have another change with the same version. */
  name: string;
  topics: string;
}

const nameOf = ({ version, name }: Change) => `${version} ${name}`;

export class ContentVersion {
  readonly #options: OpenOptions;
  #connection: SyncConnection | undefined;
  readonly #changes = new ContentChanges();
  #logged = new ContentChanges();
  #known: Change | null = null;
  #isRead = false;
  /** A timer, because comparing times would read the clock at every request. */
  #freshFor: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OpenOptions) {
    this.#options = options;
  }

  current(): number | null {
    if (this.#freshFor) return this.#isRead ? this.#changes.version : null;
    try {
      this.#read();
      this.#isRead = true;
    } catch {
      // The error is not reported here, because the next ordinary read meets it too.
      this.#isRead = false;
    }
    this.#freshFor = setTimeout(() => this.invalidate(), FRESH_MS).unref();
    return this.#isRead ? this.#changes.version : null;
  }

  hasChanged(reads: Reads, since: number): boolean {
    return this.#changes.hasChanged(reads, since);
  }

  /** Versions in this log are the table's own, unlike those of `current`. */
  readonly log: ContentLog = {
    version: () => (this.current() === null ? null : (this.#known?.version ?? null)),
    hasChanged: (reads, since) => this.#logged.hasChanged(reads, since),
    latest: () => this.#known && nameOf(this.#known),
    has: async (change) => {
      const [version] = change.split(' ');
      return this.#run(SINCE, [Number(version)]).some((each) => nameOf(each) === change);
    },
  };

  #read(): void {
    const found = this.#known === null ? [] : this.#run(SINCE, [this.#known.version]);
    const [known, ...later] = found;
    if (!known || known.name !== this.#known?.name || later.length > MOST_CHANGES) {
      this.#readAll();
      return;
    }
    const last = later.at(-1);
    if (!last) return;
    this.#changes.note(later.flatMap(({ topics }) => topics.split(TOPIC_END)));
    this.#log(later);
    this.#known = last;
  }

  /** Reads the whole table. Changes before its oldest row are unknown. */
  #readAll(): void {
    const all = this.#run(ALL, []);
    this.#changes.noteEverything();
    this.#logged = new ContentChanges();
    this.#logged.note([EVERYTHING], all[0]?.version);
    this.#log(all);
    this.#known = all.at(-1) ?? null;
  }

  #log(changes: readonly Change[]): void {
    for (const { version, topics } of changes) this.#logged.note(topics.split(TOPIC_END), version);
  }

  #run(sql: string, parameters: readonly number[]): Change[] {
    this.#connection ??= new SyncConnection({ ...this.#options, busyMs: 0 });
    return this.#connection.run(sql, parameters).rows.map((row) => {
      const { version, name, topics } = Object(row);
      return { version: Number(version), name: String(name), topics: String(topics) };
    });
  }

  /** Call invalidate after this process has written: the next caller then gets the current version. */
  invalidate(): void {
    clearTimeout(this.#freshFor);
    this.#freshFor = undefined;
  }

  close(): void {
    this.invalidate();
    this.#connection?.close();
    this.#connection = undefined;
  }
}
