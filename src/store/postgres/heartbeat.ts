// The heartbeat of a PostgreSQL server, because a frozen server keeps connections open but never answers.

import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const BEAT_MS = 300;
/** After this long without an answer a connection counts as lost, even if it looks open. */
export const LOST_MS = 1_000;
const CONNECT_MS = 3_000;

export type Connect = () => Promise<{ client: pg.PoolClient; heartbeat: Heartbeat }>;

/** Fails immediately while the server is silent, instead of waiting for a connection. */
export const connectionsOf =
  (pool: pg.Pool, heartbeat: Heartbeat): Connect =>
  async () => {
    heartbeat.start();
    if (heartbeat.isSilent) throw silence();
    const client = await heartbeat.answer(pool.connect(), (late) => late.release());
    return { client, heartbeat };
  };

const silence = () => new Error('timeout: the server does not answer');

interface Uses {
  connect(client: pg.Client): Promise<void>;
  /** Sends the beat. The returned function handles the answer, and is not called if the connection is lost by then. */
  ask(client: pg.Client): Promise<() => void>;
  lost(): void;
}

const NO_USE: Uses = {
  async connect() {},
  async ask(client) {
    await client.query('SELECT 1');
    return () => {};
  },
  lost() {},
};

interface Waiting {
  readonly since: number;
  giveUp(): void;
}

export class Heartbeat {
  readonly #options: pg.ClientConfig;
  readonly #patienceMs: number;
  readonly #uses: Uses;
  readonly #waiting = new Set<Waiting>();
  #heardAt = Number.NEGATIVE_INFINITY;
  /** Beats without an answer, counted instead of time, because time also passes while this process is busy. */
  #unanswered = 0;
  #client: pg.Client | undefined;
  #isConnected = false;
  #connecting: Promise<void> | undefined;
  #isAsking = false;
  #timer: NodeJS.Timeout | undefined;

  /** Queries that wait for the server are abandoned after `patienceMs` of silence. */
  constructor(options: pg.ClientConfig, patienceMs: number, uses = NO_USE) {
    this.#options = { ...options, connectionTimeoutMillis: CONNECT_MS, query_timeout: LOST_MS };
    this.#patienceMs = patienceMs;
    this.#uses = uses;
  }

  /** The start of the last beat that was answered on the open connection. */
  get heardAt(): number {
    return this.#heardAt;
  }

  get client(): pg.Client | undefined {
    return this.#client;
  }

  get isSilent(): boolean {
    return this.#unanswered * BEAT_MS >= this.#patienceMs;
  }

  start = (): void => {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS).unref();
    void this.#beat();
  };

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    // A client can't be ended while it is still connecting.
    await this.#connecting;
    if (this.#client) await this.#lose(this.#client);
  }

  /** Rejects once the server has been silent for too long. An answer after that goes to `late`. */
  answer<Answer>(asked: Promise<Answer>, late: (answer: Answer) => void = () => {}) {
    return new Promise<Answer>((resolve, reject) => {
      let isGivenUp = false;
      const giveUp = () => {
        isGivenUp = true;
        this.#waiting.delete(waiting);
        reject(silence());
      };
      const waiting = { since: performance.now(), giveUp };
      this.#waiting.add(waiting);
      asked.then(
        (answer) => {
          this.#waiting.delete(waiting);
          if (isGivenUp) late(answer);
          else resolve(answer);
        },
        (error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
    });
  }

  /** Sends a beat: silence about changes means "no changes" only while the server answers beats. */
  async #beat(): Promise<void> {
    this.#unanswered += 1;
    if (this.isSilent) this.#giveUp();
    const begun = performance.now();
    const client = this.#client;
    if (!client) {
      this.#connecting = this.#connect();
      return;
    }
    // The previous beat may still get its answer, because the client has its own timeout.
    if (!this.#isConnected || this.#isAsking) return;
    this.#isAsking = true;
    try {
      const note = await this.#uses.ask(client);
      if (client !== this.#client) return;
      this.#unanswered = 0;
      this.#heardAt = begun;
      note();
    } catch {
      await this.#lose(client);
    } finally {
      this.#isAsking = false;
    }
  }

  #giveUp(): void {
    const before = performance.now() - this.#patienceMs;
    for (const waiting of this.#waiting) if (waiting.since <= before) waiting.giveUp();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#options);
    this.#client = client;
    this.#isConnected = false;
    client.on('error', () => void this.#lose(client));
    try {
      await client.connect();
      await this.#uses.connect(client);
      this.#isConnected = true;
      this.#unanswered = 0;
    } catch (error) {
      // A server that refuses a connection has answered, so it is not silent.
      if (!/timeout/i.test(String(error))) this.#unanswered = 0;
      await this.#lose(client);
    }
  }

  async #lose(client: pg.Client): Promise<void> {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#heardAt = Number.NEGATIVE_INFINITY;
    this.#uses.lost();
    // If the server is gone, the connection never closes properly.
    const given = setTimeout(LOST_MS, undefined, { ref: false });
    await Promise.race([client.end().catch(() => {}), given]);
  }
}
