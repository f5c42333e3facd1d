// The leader starts, answers, replaces and stops the worker processes, and serves nothing but metrics.

import cluster from 'node:cluster';
import type { Config } from '../../config.ts';
import { OwnCounts } from '../../http/limits/counters.ts';
import { standardError } from '../../http/log/log-stream.ts';
import { serveMetrics } from '../../http/metrics-server.ts';
import type { BackgroundJob } from '../../jobs/periodic.ts';
import type { Store } from '../../store/store.ts';
import { drainMsOf, exit, onStop, STOP_MS } from '../shutdown.ts';
import { Workers } from './workers.ts';

/** Starts the workers. Resolves with a function that stops them, once all of them listen. */
export async function lead(
  config: Config,
  store: Store,
  jobs: BackgroundJob,
): Promise<() => Promise<void>> {
  // If the leader accepted connections for its workers, it would reset those that it still holds when the last worker
  // ends. A socket that outlives the service always has some.
  if (config.socket !== null) cluster.schedulingPolicy = cluster.SCHED_NONE;
  const counts = new OwnCounts();
  const workers = new Workers(config.workers, async (question) => {
    if (question.ask === 'metrics') return metrics();
    const { what, key, rate, asked } = question;
    return counts.grant(what, key, rate, asked);
  });
  const close = async () => {
    await jobs.stop();
    await store.close();
  };
  const metrics = async () => (await import('./all-metrics.ts')).allMetrics(workers);
  const stop = async () => {
    await workers.stop(0);
    await close();
  };
  // The leader closes its database connection last, because closing the last connection checkpoints the file.
  const end = async (code: number) => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await close();
    await exit(code);
  };
  onStop(
    async (signal) => end((await workers.stop(drainMsOf(config, signal))) ? 0 : 1),
    () => {
      workers.kill();
      process.exit(1);
    },
  );
  try {
    await serveMetrics(config, metrics);
    await workers.start((words) => {
      standardError.write(`${words}\n`);
      void workers.stop(0).then(() => end(1));
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
