// A worker process: the whole application, which asks its leader for what all workers share.

import cluster from 'node:cluster';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { SharedCounts } from '../../http/limits/shared-counters.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { connectStore } from '../../store/store.ts';
import { start } from '../start.ts';
import { type FromLeader, type FromWorker, isFromLeader, type Question } from './messages.ts';

export async function work(config: Config): Promise<void> {
  try {
    await start(config, await connectStore(config), {
      workerContext: workerContextOf(cluster.worker?.id ?? 0),
      drained: () => tell({ drained: true }),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await tell({ failed: error instanceof OperatorError ? message : `Unexpected: ${message}` });
    process.exit(1);
  }
}

function workerContextOf(worker: number): WorkerContext {
  const leader = new Leader();
  return {
    worker,
    counts: new SharedCounts(async (what, key, rate, asked) => {
      const grant = await leader.ask({ ask: 'grant', what, key, rate, asked });
      if (typeof grant !== 'object' || grant === null) throw new Error('Nobody counts.');
      return grant;
    }),
    allMetrics: async () => String((await leader.ask({ ask: 'metrics' })) ?? ''),
  };
}

/** The leader, as a worker sees it. Where it dies, Node ends the worker. */
class Leader {
  readonly #waiting = new Map<number, (answer: FromLeader['answer']) => void>();
  #lastId = 0;

  constructor() {
    process.on('message', (message: unknown) => {
      if (!isFromLeader(message)) return;
      this.#waiting.get(message.id)?.(message.answer);
      this.#waiting.delete(message.id);
    });
  }

  ask(question: Question): Promise<FromLeader['answer']> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      tell({ id, question }).catch((error) => {
        this.#waiting.delete(id);
        reject(error);
      });
    });
  }
}

const tell = (message: FromWorker): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
