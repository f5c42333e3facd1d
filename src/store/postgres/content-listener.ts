// Listens for public changes; while the connection is lost, no earlier result can be relied on.

import type pg from 'pg';
import { ContentChanges } from '../content/content-changes.ts';
import type { ContentLog } from '../topics/content-log.ts';
import type { Reads } from '../topics/read-record.ts';
import { EVERYTHING, TOPIC_END } from '../topics/topics.ts';
import { Heartbeat, LOST_MS } from './heartbeat.ts';

const CHANNEL = 'standfirst_content';

/** Transactions below `open` have ended. Restored dumps have other transaction ids, reset servers other timelines. */
const PLACE = `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS open, (
  SELECT concat_ws(' ', xact, name, xmin, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))
  FROM content_changes ORDER BY xact DESC LIMIT 1
) AS latest`;

const HAS = `SELECT FROM content_changes WHERE xact = $1
  AND concat_ws(' ', xact, name, xmin, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)) = $2`;

interface Place {
  version: number;
  latest: string | null;
}

async function placeIn(client: pg.ClientBase): Promise<Place> {
  const { rows } = await client.query<{ open: string; latest: string | null }>(PLACE);
  return { version: Number(rows[0]?.open) - 1, latest: rows[0]?.latest ?? null };
}

export class ContentListener {
  readonly heartbeat: Heartbeat;
  readonly #changes = new ContentChanges();
  #logged = new ContentChanges();
  #place: Place | null = null;
  #placeBefore: Place | null = null;
  #isStarted = false;

  constructor(options: pg.ClientConfig, patienceMs: number) {
    this.heartbeat = new Heartbeat(options, patienceMs, {
      connect: (client) => this.#connect(client),
      ask: async (client) => {
        const place = await placeIn(client);
        return () => {
          this.#placeBefore = this.#place;
          this.#place = place;
        };
      },
      lost: () => {
        this.#place = this.#placeBefore = null;
      },
    });
  }

  current(): number | null {
    const isHeard = performance.now() - this.heartbeat.heardAt < LOST_MS;
    return this.#isStarted && isHeard ? this.#changes.version : null;
  }

  hasChanged(reads: Reads, since: number): boolean {
    return this.#changes.hasChanged(reads, since);
  }

  /**
   * Versions are transaction numbers, as of the beat before the last: a change that a beat has seen may be notified
   * later, but always before the next beat.
   */
  readonly log: ContentLog = {
    version: () => (this.current() === null ? null : (this.#placeBefore?.version ?? null)),
    hasChanged: (reads, since) => this.#logged.hasChanged(reads, since),
    latest: () => this.#placeBefore?.latest ?? null,
    has: async (change) => {
      const found = await this.heartbeat.client?.query(HAS, [change.split(' ')[0], change]);
      return found?.rowCount === 1;
    },
  };

  /** PostgreSQL notifies a connection of its own change before acknowledging it, so writing connections listen too. */
  async listenOn(client: pg.ClientBase): Promise<void> {
    client.on('notification', ({ payload }) => {
      this.#note(payload?.split(TOPIC_END) ?? []);
    });
    await client.query(`LISTEN ${CHANNEL}`);
  }

  /** The triggers end each notification with the transaction's number. Without one, anything may have changed. */
  #note(told: readonly string[]): void {
    const xact = Number(told.at(-1));
    const topics = xact > 0 ? told.slice(0, -1) : [EVERYTHING];
    this.#changes.note(topics);
    const later = Math.max(this.#logged.version, this.#place?.version ?? 0) + 1;
    this.#logged.note(topics, xact > 0 ? xact : later);
  }

  /** Fills the log from the table. Changes before its oldest row are unknown. */
  async #readLog(client: pg.ClientBase): Promise<void> {
    // The new log is assigned first, so that changes notified during the query are noted in it.
    this.#logged = new ContentChanges();
    const { rows } = await client.query<{ xact: string; topics: string }>(
      'SELECT xact::text, topics FROM content_changes ORDER BY xact',
    );
    for (const [at, { xact, topics }] of rows.entries()) {
      this.#logged.note(at === 0 ? [EVERYTHING] : topics.split(TOPIC_END), Number(xact));
    }
  }

  start(): void {
    this.#isStarted = true;
    this.heartbeat.start();
  }

  async #connect(client: pg.ClientBase): Promise<void> {
    await this.listenOn(client);
    // Notifications from before this moment were lost.
    this.#changes.noteEverything();
    this.#place = this.#placeBefore = await placeIn(client);
    await this.#readLog(client);
  }
}
