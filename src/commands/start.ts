// Starts listening, and shuts down gracefully on the first signal.

import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { serveMetrics } from '../http/metrics-server.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import type { Store } from '../store/store.ts';
import { sweepHeap } from './garbage-collection.ts';
import { onStop, STOP_MS } from './shutdown.ts';

const SWEEP_MS = 50;

interface Around {
  /** Where several serve together. */
  workerContext?: WorkerContext;
  /** Runs at the very end. */
  stopped?: () => Promise<void>;
}

export async function start(
  config: Config,
  store: Store,
  { workerContext, stopped = async () => {} }: Around = {},
): Promise<FastifyInstance> {
  const app = await buildApp({ store, config, now: () => new Date() }, workerContext);
  await app.ready();
  sweepHeap();
  try {
    // Of several workers, the leader has the figures of all.
    if (!workerContext && app.metricsText) await serveMetrics(config, app.metricsText);
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    await store.close();
    throw explained(config, error);
  }
  onStop(async () => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    // A connection that was busy when the shutdown began becomes idle later, and would be waited for.
    setInterval(() => app.server.closeIdleConnections(), SWEEP_MS).unref();
    await app.close();
    await store.close();
    await stopped();
    process.exit(0);
  });
  return app;
}

function explained({ host, port }: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new OperatorError(`Port ${port} on ${host} is taken. Stop what uses it, or set PORT.`);
  }
  if (code === 'EACCES') return new OperatorError(`Port ${port} needs more rights. Set PORT.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new OperatorError(`HOST ${host} is not an address of this machine.`);
  }
  return error;
}
