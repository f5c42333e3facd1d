// A worker process: the whole application, which asks its leader for everything that workers share.

import cluster from 'node:cluster';
import type { Config } from '../../config.ts';
import { OperatorError, Problem } from '../../errors.ts';
import { OwnCounts } from '../../http/limits/counters.ts';
import { SharedCounts } from '../../http/limits/shared-counters.ts';
import { standardError } from '../../http/log/log-stream.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { newContext } from '../../operations/operation.ts';
import { connectStore } from '../../store/store.ts';
import { exit } from '../shutdown.ts';
import { start } from '../start.ts';
import {
  BEAT_MS,
  type FromLeader,
  type FromWorker,
  isFromLeader,
  type Question,
  wantsFigures,
} from './messages.ts';

/** Time limits for answers. The limit for metrics is longer than the leader's own wait for the workers' metrics. */
const ANSWERED_WITHIN_MS = { grant: 1_000, metrics: 4_000 };

export async function work(config: Config): Promise<void> {
  try {
    await start(newContext(await connectStore(config), config), {
      workerContext: workerContextOf(cluster.worker?.id ?? 0),
      drained: () => tell({ drained: true }),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await tell({ failed: error instanceof OperatorError ? message : `Unexpected: ${message}` });
    await exit(1);
  }
}

function workerContextOf(worker: number): WorkerContext {
  const leader = new Leader();
  const own = new OwnCounts();
  return {
    worker,
    counts: new SharedCounts(async (what, key, rate, asked) => {
      const grant = await leader.ask({ ask: 'grant', what, key, rate, asked }).catch(() => null);
      return grant && typeof grant === 'object' ? grant : own.grant(what, key, rate, asked);
    }),
    async allMetrics() {
      const text = await leader.ask({ ask: 'metrics' }).catch(() => null);
      if (typeof text !== 'string') throw new Problem('overloaded');
      return text;
    },
    giveFigures: (figures) => leader.giveFigures(figures),
  };
}

/** The leader as seen by a worker. If the leader dies, Node ends the worker. */
class Leader {
  readonly #waiting = new Map<number, (answer: FromLeader['answer']) => void>();
  #lastId = 0;
  /** True after a question without an answer, until the leader answers again. */
  #isSilent = false;

  constructor() {
    process.on('message', (message: unknown) => {
      if (!isFromLeader(message)) return;
      this.#isSilent = false;
      this.#waiting.get(message.id)?.(message.answer);
    });
    setInterval(() => void tell({ alive: true }).catch(() => {}), BEAT_MS).unref();
  }

  /** Rejects if no answer arrives in time, and immediately while the leader is silent. */
  async ask(question: Question): Promise<FromLeader['answer']> {
    if (this.#isSilent) throw new Error('The leader is silent.');
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<FromLeader['answer']>();
    this.#waiting.set(id, resolve);
    tell({ id, question }).catch(reject);
    const deadline = setTimeout(() => {
      if (!this.#isSilent) standardError.write('The leader of the workers does not answer.\n');
      this.#isSilent = true;
      reject(new Error('The leader did not answer in time.'));
    }, ANSWERED_WITHIN_MS[question.ask]);
    try {
      return await promise;
    } finally {
      clearTimeout(deadline);
      this.#waiting.delete(id);
    }
  }

  giveFigures(figures: () => Promise<object[]>): void {
    process.on('message', async (message: unknown) => {
      if (wantsFigures(message)) await tell({ figures: await figures() });
    });
  }
}

const tell = (message: FromWorker): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
