// A read replica for public reads, used only while it has replayed every known change.

import type pg from 'pg';
import type { ContentListener } from './content-listener.ts';
import { type Connect, connectionsOf, type Heartbeat } from './heartbeat.ts';

/** Reads stay on the primary for this long after the replica was behind or unreachable. */
const BEHIND_MS = 50;
const AWAY_MS = 5_000;

/**
 * A process hears of a change before the replica has it. Reads then stay on the primary, until each connection to the
 * replica has reported that it has replayed the change: one host name may have several replicas.
 */
export class Replica {
  readonly #replica: pg.Pool;
  readonly #primary: pg.Pool;
  readonly #connectToPrimary: Connect;
  readonly #content: ContentListener;
  /** The primary's log position at which the change of this version was known. */
  #target: { version: number; place: string | null } = { version: Number.NaN, place: null };
  /** The log position that each connection's server is known to have replayed. */
  readonly #reached = new WeakMap<pg.PoolClient, string>();
  #avoidUntil = 0;

  readonly #heartbeat: Heartbeat;

  constructor(replica: pg.Pool, primary: pg.Pool, content: ContentListener, heartbeat: Heartbeat) {
    this.#heartbeat = heartbeat;
    this.#connectToPrimary = connectionsOf(primary, content.heartbeat);
    this.#replica = replica;
    this.#primary = primary;
    this.#content = content;
  }

  connect: Connect = async () => {
    const client = await this.#upToDate();
    return client ? { client, heartbeat: this.#heartbeat } : this.#connectToPrimary();
  };

  async behind(): Promise<number | null> {
    const { rows } = await this.#heartbeat.answer(
      this.#replica.query<{ place: string | null }>(
        'SELECT pg_last_wal_replay_lsn()::text AS place',
      ),
    );
    const place = rows[0]?.place ?? null;
    if (place === null) return null;
    const asked = 'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn) AS bytes';
    const difference = await this.#primary.query<{ bytes: string }>(asked, [place]);
    return Math.max(0, Number(difference.rows[0]?.bytes));
  }

  async #upToDate(): Promise<pg.PoolClient | null> {
    const version = this.#content.current();
    // Without reliable notifications, the position that the replica must reach is unknown.
    if (version === null) return null;
    if (version !== this.#target.version) this.#findTarget(version);
    const { place } = this.#target;
    if (place === null || performance.now() < this.#avoidUntil) return null;
    this.#heartbeat.start();
    if (this.#heartbeat.isSilent) return null;
    const connecting = this.#heartbeat.answer(this.#replica.connect(), (late) => late.release());
    const client = await connecting.catch(() => this.#backOff(AWAY_MS));
    if (!client) return null;
    const hasIt = await this.#has(client, place);
    if (hasIt && this.#content.current() === version) return client;
    client.release(this.#heartbeat.isSilent);
    return null;
  }

  #findTarget(version: number): void {
    this.#target = { version, place: null };
    this.#primary
      .query<{ place: string }>('SELECT pg_current_wal_insert_lsn()::text AS place')
      .then(({ rows }) => {
        const place = rows[0]?.place ?? null;
        if (this.#target.version === version) this.#target = { version, place };
      })
      // After an error, the next read asks for the position again.
      .catch(() => {
        if (this.#target.version === version) this.#target.version = Number.NaN;
      });
  }

  async #has(client: pg.PoolClient, place: string): Promise<boolean> {
    if (this.#reached.get(client) === place) return true;
    const asked = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS has_it';
    const answer = await this.#heartbeat
      .answer(client.query<{ has_it: boolean | null }>(asked, [place]))
      .catch(() => this.#backOff(AWAY_MS));
    if (answer?.rows[0]?.has_it !== true) {
      this.#backOff(BEHIND_MS);
      return false;
    }
    this.#reached.set(client, place);
    return true;
  }

  #backOff(ms: number): null {
    this.#avoidUntil = Math.max(this.#avoidUntil, performance.now() + ms);
    return null;
  }
}
