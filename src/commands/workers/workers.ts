// The worker processes: as many as configured, restarted with backoff, until there is a reason to give up.

import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../errors.ts';
import { aFewTurns, QUIET_WITHIN_MS, STOP_MS } from '../shutdown.ts';
import { type FromLeader, isFromWorker, type Question } from './messages.ts';

/** A worker that served this long has started successfully. */
const STEADY_MS = 5_000;
/** The backoff before the next restart, when one worker after another dies at once. */
const RESTART_BACKOFF_MS = [200, 400, 800, 1_600, 3_200];
/** What workers may take to be quiet once they are drained, and a little more to say so. */
const DRAINED_WITHIN_MS = QUIET_WITHIN_MS + 500;
/** On top of the time that a worker gives itself. */
const KILL_AFTER_MS = STOP_MS + 2_000;

type Answer = (question: Question) => Promise<FromLeader['answer']>;

export class Workers {
  readonly #wanted: number;
  readonly #answer: Answer;
  readonly #alive = new Set<Worker>();
  #giveUp: (words: string) => void = () => {};
  #hasBegun = false;
  #isStopping = false;
  #endedWell = true;
  #diedEarly = 0;
  #reason = '';

  constructor(wanted: number, answer: Answer) {
    this.#wanted = wanted;
    this.#answer = answer;
  }

  /** Resolves when all listen, and throws where one cannot. Later, `giveUp` is told why. */
  async start(giveUp: (words: string) => void): Promise<void> {
    this.#giveUp = giveUp;
    const first = Array.from({ length: this.#wanted }, () => this.#startOne());
    await Promise.all(first);
    this.#hasBegun = true;
  }

  /**
   * Tells all to drain, and closes their port when they have. Returns whether all exited cleanly. The
   * port is ours: it is closed when the last worker is disconnected, with what was accepted handed on.
   */
  async stop(drainMs: number): Promise<boolean> {
    this.#isStopping = true;
    const ends = [...this.#alive].map((worker) => ended(worker));
    const allEnded = Promise.all(ends);
    const allDrained = Promise.all([...this.#alive].map((worker) => drained(worker)));
    for (const worker of this.#alive) worker.process.kill('SIGTERM');
    // By then they hold back their answers, and nobody who waits for one connects.
    await Promise.race([allEnded, allDrained, pause(drainMs + DRAINED_WITHIN_MS)]);
    await aFewTurns();
    for (const worker of this.#alive) worker.disconnect();
    const mercy = setTimeout(() => this.kill(), KILL_AFTER_MS);
    await allEnded;
    clearTimeout(mercy);
    return this.#endedWell;
  }

  /** Ends all of them at once. */
  kill(): void {
    for (const worker of this.#alive) worker.process.kill('SIGKILL');
  }

  /** Resolves when it listens. Once all have started, it is replaced when it dies. */
  #startOne(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const worker = this.#fork();
    let listenedAt = Number.POSITIVE_INFINITY;
    worker.once('listening', () => {
      listenedAt = performance.now();
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
    worker.on('message', (message: unknown) => {
      if (!isFromWorker(message)) return;
      if ('drained' in message) return;
      if ('failed' in message) this.#reason = message.failed;
      else void this.#reply(worker, message.id, message.question);
    });
    worker.once('exit', (code, signal) => {
      this.#alive.delete(worker);
      if (code !== 0 && signal !== 'SIGTERM') this.#endedWell &&= !this.#isStopping;
    });
    return worker;
  }

  async #reply(worker: Worker, id: number, question: Question): Promise<void> {
    const answer = await this.#answer(question).catch(() => null);
    // A worker that is gone needs no answer.
    if (worker.isConnected()) worker.send({ id, answer } satisfies FromLeader);
  }

  /** Starts another in its place, unless one after another dies at once. */
  #replace(id: number, end: string, wasSteady: boolean): void {
    this.#diedEarly = wasSteady ? 0 : this.#diedEarly + 1;
    const wait = wasSteady ? 0 : RESTART_BACKOFF_MS[this.#diedEarly - 1];
    if (wait === undefined) {
      const why = this.#reason && ` ${this.#reason}`;
      this.#giveUp(`Worker ${id} ended (${end}), as those before it, soon after its start.${why}`);
      return;
    }
    console.error(`Worker ${id} ended (${end}). Another takes its place.`);
    setTimeout(() => {
      this.#reason = '';
      if (!this.#isStopping) void this.#startOne();
    }, wait);
  }
}

/** After its last message, which may arrive after its exit. */
function onGone(worker: Worker, then: (end: string) => void): void {
  worker.once('exit', (code, signal) => {
    const end = String(signal ?? code);
    if (worker.isConnected()) worker.once('disconnect', () => then(end));
    else then(end);
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
