// The scheduler: each process looks every second for what is due, so that what came due while the service was down
// is published when it starts.

import { SCHEDULE } from '../../../schemas/limits.ts';
import type { Context } from '../../operation.ts';
import { type Outcome, publishDue } from './publish-due.ts';

interface Log {
  info(details: object, words: string): void;
  warn(details: object, words: string): void;
}

export class Scheduler {
  readonly #context: Context;
  readonly #log: Log;
  readonly #stopped = Promise.withResolvers<void>();
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(context: Context, log: Log) {
    this.#context = context;
    this.#log = log;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Waits for the publication that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopped.resolve();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#publish();
      await this.#pause();
    }
  }

  async #publish(): Promise<void> {
    try {
      for (const outcome of await publishDue(this.#context)) this.#tell(outcome);
    } catch (error) {
      this.#log.warn({ err: error }, 'scheduled pieces could not be looked for');
    }
  }

  #tell({ pieceId, dueAt, became, error }: Outcome): void {
    const details = { piece: pieceId, due_at: dueAt };
    if (became === 'published') {
      const lateMs = this.#context.now().getTime() - Date.parse(dueAt);
      const words = lateMs > SCHEDULE.lateMs ? 'published after its time' : 'published at its time';
      this.#log.info({ ...details, late_ms: lateMs }, words);
    } else if (became !== 'lost') {
      this.#log.warn({ ...details, err: error }, 'a scheduled piece could not be published');
    }
  }

  async #pause(): Promise<void> {
    const time = Promise.withResolvers<void>();
    const timer = setTimeout(time.resolve, SCHEDULE.pollMs);
    await Promise.race([time.promise, this.#stopped.promise]);
    clearTimeout(timer);
  }
}
