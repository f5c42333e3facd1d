// Starts listening, and shuts down gracefully on the first signal.

import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { serveMetrics } from '../http/metrics-server.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import type { BackgroundJob } from '../jobs/periodic.ts';
import type { Store } from '../store/store.ts';
import { drainMsOf, exit, onStop, STOP_MS, untilQuiet } from './shutdown.ts';

const SWEEP_MS = 50;
const POLL_MS = 10;
/** A worker leaves it to its leader to close the port, unless that takes this much longer. */
const LEADER_MS = 1_000;
/** What is left of the time to stop for everything but connections. */
const CLOSE_MS = 3_000;

interface Around {
  /** Where several serve together. */
  workerContext?: WorkerContext;
  /** Stopped before the store is closed, as those of the application are. */
  jobs?: BackgroundJob;
  /** A worker tells its leader that the port can be closed. */
  drained?: () => Promise<void>;
  /** Runs at the very end. */
  stopped?: () => Promise<void>;
}

/** Returns what stops it without a signal. */
export async function start(
  config: Config,
  store: Store,
  { workerContext, jobs, drained, stopped = async () => {} }: Around = {},
): Promise<() => Promise<void>> {
  const app = await buildApp({ store, config, now: () => new Date() }, workerContext);
  await app.ready();
  // With bin/serve: frees what loading the code has left behind.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  try {
    // Of several workers, the leader has the figures of all.
    if (!workerContext && app.metricsText) await serveMetrics(config, app.metricsText);
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    await store.close();
    throw explained(config, error);
  }
  const closeAll = async () => {
    await Promise.all([app.close(), jobs?.stop()]);
    await store.close();
    await stopped();
  };
  stopOnSignal(app, config, closeAll, drained);
  return closeAll;
}

/** Drains, closes the port, waits a while for what is in progress, and closes the rest. */
function stopOnSignal(
  app: FastifyInstance,
  config: Config,
  closeAll: () => Promise<void>,
  drained: Around['drained'],
): void {
  const stop = async (drainMs: number) => {
    const closed = new Promise<true>((resolve) => app.server.once('close', () => resolve(true)));
    app.draining.begin(app.server);
    await drain(app, drainMs, drained);
    setTimeout(() => process.exit(1), STOP_MS).unref();
    // A connection that was busy when the port was closed becomes idle later, and would be waited for.
    setInterval(() => app.server.closeIdleConnections(), SWEEP_MS).unref();
    const late = pause(STOP_MS - CLOSE_MS, false, { ref: false });
    const isClosed = await Promise.race([closed, late]);
    if (!isClosed) {
      app.log.warn('Clients that had not finished were cut off.');
      app.server.closeAllConnections();
    }
    await closeAll();
    await exit(0);
  };
  // The signal that its leader passes on may be the second that a worker gets.
  const atOnce = drained && (() => {});
  onStop((signal) => stop(drainMsOf(config, signal)), atOnce);
}

/** Serves on for a while, then closes the port; a worker's is closed by its leader. */
async function drain(
  { server, draining }: FastifyInstance,
  drainMs: number,
  drained: Around['drained'],
): Promise<void> {
  await untilClosed(server, drainMs);
  draining.hold();
  await untilQuiet(server);
  if (drained) {
    await drained();
    await untilClosed(server, LEADER_MS);
  }
  if (server.listening) server.close();
  draining.release();
}

/** Resolves when the port is closed, or after so long. */
async function untilClosed(server: Server, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  while (server.listening && performance.now() < deadline) await pause(POLL_MS);
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
