// Listens for every public change: those of this process before they are acknowledged, those of others
// a moment later. While the connection is lost, nobody may rely on what was true before.

import type pg from 'pg';
import { ContentChanges } from '../content/content-changes.ts';
import type { Reads } from '../content/read-record.ts';
import { TOPIC_END } from '../content/topics.ts';
import { Heartbeat, LOST_MS } from './heartbeat.ts';

const CHANNEL = 'standfirst_content';

export class ContentListener {
  readonly #changes = new ContentChanges();
  readonly heartbeat: Heartbeat;
  #isStarted = false;

  constructor(options: pg.ClientConfig, patienceMs: number) {
    this.heartbeat = new Heartbeat(options, patienceMs, async (client) => {
      await this.listenOn(client);
      // Notifications before this were lost.
      this.#changes.noteEverything();
    });
  }

  /** Changes with every public change; null while notifications may be lost. */
  current(): number | null {
    const isHeard = performance.now() - this.heartbeat.heardAt < LOST_MS;
    return this.#isStarted && isHeard ? this.#changes.version : null;
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

  start(): void {
    this.#isStarted = true;
    this.heartbeat.start();
  }
}
