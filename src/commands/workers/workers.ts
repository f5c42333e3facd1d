// The worker processes: as many as configured, restarted with backoff until they crash too often.

import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../errors.ts';
import { standardError } from '../../http/log/log-stream.ts';
import { aFewTurns, QUIET_WITHIN_MS, STOP_MS } from '../shutdown.ts';
import {
  BEAT_MS,
  FIGURES_WANTED,
  type FromLeader,
  isFromWorker,
  type Question,
} from './messages.ts';
import { passOn } from './pass-on.ts';

/** A worker that served for this long has started successfully. */
const STEADY_MS = 5_000;
/** Delays before restarts while workers keep crashing at startup. */
const RESTART_BACKOFF_MS = [200, 400, 800, 1_600, 3_200];
/** How long drained workers have to become quiet and report it. */
const DRAINED_WITHIN_MS = QUIET_WITHIN_MS + 500;
/** The time limit for stopping, with a margin over the worker's own. */
const KILL_AFTER_MS = STOP_MS + 2_000;

/** The number of the leader's heartbeats after which a silent worker is replaced, during its start and later. */
const LONGEST_SILENCE = { start: 60, later: 10 };
const FIGURES_WITHIN_MS = 2_000;
/** How long to wait for the last lines of ended workers. */
const PASSED_ON_WITHIN_MS = 1_000;

type Answer = (question: Question) => Promise<FromLeader['answer']>;

export class Workers {
  readonly #wanted: number;
  readonly #answer: Answer;
  readonly #alive = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  readonly #output = new Set<Promise<unknown>>();
  #giveUp: (words: string) => void = () => {};
  #hasBegun = false;
  #isStopping = false;
  #endedWell = true;
  #diedEarly = 0;
  #reason = '';

  constructor(wanted: number, answer: Answer) {
    this.#wanted = wanted;
    this.#answer = answer;
    // Workers get their own pipes: one that shares the leader's output could make it blocking for all.
    cluster.setupPrimary({ silent: true });
  }

  /** Resolves when all workers listen, and throws if one can't. `giveUp` receives the reason of a later failure. */
  async start(giveUp: (words: string) => void): Promise<void> {
    this.#giveUp = giveUp;
    const first = Array.from({ length: this.#wanted }, () => this.#startOne());
    await Promise.all(first);
    this.#hasBegun = true;
  }

  /** Drains and disconnects all workers; true if all exited cleanly. The last disconnection closes the port. */
  async stop(drainMs: number): Promise<boolean> {
    this.#isStopping = true;
    const ends = [...this.#alive].map((worker) => ended(worker));
    const allEnded = Promise.all(ends);
    const allDrained = Promise.all([...this.#alive].map((worker) => drained(worker)));
    for (const worker of this.#alive) worker.process.kill('SIGTERM');
    // Drained workers hold responses back, so that their clients wait instead of connecting again.
    await Promise.race([allEnded, allDrained, pause(drainMs + DRAINED_WITHIN_MS)]);
    await aFewTurns();
    for (const worker of this.#alive) worker.disconnect();
    const mercy = setTimeout(() => this.kill(), KILL_AFTER_MS);
    await allEnded;
    clearTimeout(mercy);
    await Promise.race([Promise.all(this.#output), pause(PASSED_ON_WITHIN_MS)]);
    return this.#endedWell;
  }

  figures(): Promise<(object[] | null)[]> {
    return Promise.all([...this.#listening].map((worker) => figuresOf(worker)));
  }

  kill(): void {
    for (const worker of this.#alive) worker.process.kill('SIGKILL');
  }

  /** Resolves when the worker listens. Once all workers have started, one that dies is replaced. */
  #startOne(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const worker = this.#fork();
    let listenedAt = Number.POSITIVE_INFINITY;
    worker.once('listening', () => {
      listenedAt = performance.now();
      this.#listening.add(worker);
      resolve();
    });
    onGone(worker, (end) => {
      if (this.#isStopping) return;
      const words = this.#reason || `A worker did not start (${end}).`;
      if (listenedAt === Number.POSITIVE_INFINITY && !this.#hasBegun)
        reject(new OperatorError(words));
      else this.#replace(worker.id, end, performance.now() - listenedAt > STEADY_MS);
    });
    return promise;
  }

  #fork(): Worker {
    const worker = cluster.fork();
    this.#alive.add(worker);
    this.#passOn(worker);
    const watch = this.#watch(worker);
    worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return;
      if ('failed' in message) this.#reason = message.failed;
      else if ('question' in message) void this.#reply(worker, message.id, message.question);
    });
    worker.once('exit', (code, signal) => {
      clearInterval(watch);
      this.#alive.delete(worker);
      this.#listening.delete(worker);
      if (code !== 0 && signal !== 'SIGTERM') this.#endedWell &&= !this.#isStopping;
    });
    return worker;
  }

  #passOn({ process: { stdout, stderr } }: Worker): void {
    const output = Promise.all([passOn(stdout, process.stdout), passOn(stderr, process.stderr)]);
    this.#output.add(output);
    void output.finally(() => this.#output.delete(output));
  }

  /** Kills a silent worker. Heartbeats are counted instead of time, because suspending the machine stops both. */
  #watch(worker: Worker): NodeJS.Timeout {
    let silence = 0;
    worker.on('message', () => {
      silence = 0;
    });
    return setInterval(() => {
      silence += 1;
      const longest = LONGEST_SILENCE[this.#listening.has(worker) ? 'later' : 'start'];
      if (silence !== longest || this.#isStopping) return;
      standardError.write(`Worker ${worker.id} has not answered for ${longest} seconds.\n`);
      worker.process.kill('SIGKILL');
    }, BEAT_MS);
  }

  async #reply(worker: Worker, id: number, question: Question): Promise<void> {
    const answer = await this.#answer(question).catch(() => null);
    if (worker.isConnected()) worker.send({ id, answer } satisfies FromLeader);
  }

  /** Starts another worker, unless workers keep crashing at startup. */
  #replace(id: number, end: string, wasSteady: boolean): void {
    this.#diedEarly = wasSteady ? 0 : this.#diedEarly + 1;
    const wait = wasSteady ? 0 : RESTART_BACKOFF_MS[this.#diedEarly - 1];
    if (wait === undefined) {
      const why = this.#reason && ` ${this.#reason}`;
      this.#giveUp(`Workers keep crashing at startup (worker ${id}: ${end}).${why}`);
      return;
    }
    standardError.write(`Worker ${id} ended (${end}). Starting another.\n`);
    setTimeout(() => {
      this.#reason = '';
      if (!this.#isStopping) void this.#startOne();
    }, wait);
  }
}

/** Calls `then` after the worker's last message, which may arrive after its exit. */
function onGone(worker: Worker, then: (end: string) => void): void {
  worker.once('exit', (code, signal) => {
    const end = String(signal ?? code);
    if (worker.isConnected()) worker.once('disconnect', () => then(end));
    else then(end);
  });
}

function figuresOf(worker: Worker): Promise<object[] | null> {
  const { promise, resolve } = Promise.withResolvers<object[] | null>();
  const take = (message: unknown) => {
    if (isFromWorker(message) && 'figures' in message) resolve(message.figures);
  };
  worker.on('message', take);
  const deadline = setTimeout(resolve, FIGURES_WITHIN_MS, null);
  worker.send(FIGURES_WANTED);
  return promise.finally(() => {
    worker.off('message', take);
    clearTimeout(deadline);
  });
}

const drained = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    worker.once('exit', () => resolve());
    worker.on('message', (message: unknown) => {
      if (isFromWorker(message) && 'drained' in message) resolve();
    });
  });

const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    if (worker.isDead()) resolve();
    else worker.once('exit', () => resolve());
  });
