// Listens for every public change: those of this process before they are acknowledged, those of others
// a moment later. While the connection is lost, nobody may rely on what was true before.

import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ContentChanges } from '../content/content-changes.ts';
import type { Reads } from '../content/read-record.ts';
import { TOPIC_END } from '../content/topics.ts';

const CHANNEL = 'standfirst_content';
const HEARTBEAT_MS = 300;
/** After so long without an answer the connection counts as lost, however open it looks. */
const LOST_MS = 1_000;

export class ContentListener {
  readonly #options: pg.ClientConfig;
  readonly #changes = new ContentChanges();
  #heardAt = Number.NEGATIVE_INFINITY;
  #client: pg.Client | undefined;
  #isListening = false;
  #connecting: Promise<void> | undefined;
  #isAsking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: pg.ClientConfig) {
    this.#options = options;
  }

  /** Changes with every public change; null while notifications may be lost. */
  current(): number | null {
    return performance.now() - this.#heardAt < LOST_MS ? this.#changes.version : null;
  }

  hasChanged(reads: Reads, since: number): boolean {
    return this.#changes.hasChanged(reads, since);
  }

  /**
   * PostgreSQL notifies a connection of its own change before it acknowledges the commit. So every
   * connection that writes listens, and whoever waited for the commit finds the change known.
   */
  async listenOn(client: pg.ClientBase): Promise<void> {
    client.on('notification', ({ payload }) => {
      if (payload) this.#changes.note(payload.split(TOPIC_END));
      else this.#changes.noteEverything();
    });
    await client.query(`LISTEN ${CHANNEL}`);
  }

  /** Listens on a connection of its own from now on. */
  start(): void {
    this.#timer ??= setInterval(() => void this.#beat(), HEARTBEAT_MS).unref();
    void this.#beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    // A client that is still connecting cannot be ended.
    await this.#connecting;
    if (this.#client) await this.#lose(this.#client);
  }

  /** A heartbeat, so that silence means that nothing has changed. */
  async #beat(): Promise<void> {
    const begun = performance.now();
    const client = this.#client;
    if (!client) {
      this.#connecting = this.#connect();
      return;
    }
    // A late answer is waited for; the client has its own timeout.
    if (!this.#isListening || this.#isAsking) return;
    this.#isAsking = true;
    try {
      await client.query('SELECT 1');
      if (client === this.#client) this.#heardAt = begun;
    } catch {
      await this.#lose(client);
    } finally {
      this.#isAsking = false;
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#options, query_timeout: LOST_MS });
    this.#client = client;
    this.#isListening = false;
    client.on('error', () => void this.#lose(client));
    try {
      await client.connect();
      await this.listenOn(client);
      // Notifications before this were lost.
      this.#changes.noteEverything();
      this.#isListening = true;
    } catch {
      await this.#lose(client);
    }
  }

  async #lose(client: pg.Client): Promise<void> {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#heardAt = Number.NEGATIVE_INFINITY;
    // The other end may be gone, and then the connection is never closed properly.
    const given = setTimeout(LOST_MS, undefined, { ref: false });
    await Promise.race([client.end().catch(() => {}), given]);
  }
}
