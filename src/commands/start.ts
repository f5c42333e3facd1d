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
import type { Context } from '../operations/operation.ts';
import { drainMsOf, exit, onStop, STOP_MS, untilQuiet } from './shutdown.ts';

const SWEEP_MS = 50;
const POLL_MS = 10;
/** The leader closes a worker's port. After this additional time, the worker closes it itself. */
const LEADER_MS = 1_000;
/** The part of the time limit for stopping that is reserved for everything but connections. */
const CLOSE_MS = 3_000;

interface Around {
  workerContext?: WorkerContext;
  /** Jobs that are stopped before the store is closed. */
  jobs?: BackgroundJob;
  /** Tells a worker's leader that the port can be closed. */
  drained?: () => Promise<void>;
  stopped?: () => Promise<void>;
}

/** Returns a function that stops the service without a signal. */
export async function start(
  context: Context,
  { workerContext, jobs, drained, stopped = async () => {} }: Around = {},
): Promise<() => Promise<void>> {
  const { config, store } = context;
  const app = await buildApp(context, workerContext);
  await app.ready();
  // Frees memory that loading the code has used; bin/serve exposes `gc`.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  try {
    // With several workers, the leader serves the metrics of all.
    if (!workerContext && app.metricsText) await serveMetrics(config, app.metricsText);
    await app.listen(listenOptions(config));
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

/** A host with one IP address: for `localhost`, Fastify would open a second socket. */
const listenOptions = ({ host, port, socket }: Config) =>
  socket === null ? { host, port } : { host: '127.0.0.1', fd: socket };

/** Drains, closes the port, waits a while for requests in progress, and closes all connections. */
function stopOnSignal(
  app: FastifyInstance,
  config: Config,
  closeAll: () => Promise<void>,
  drained: Around['drained'],
): void {
  const stop = async (drainMs: number) => {
    const closed = new Promise<true>((resolve) => app.server.once('close', () => resolve(true)));
    app.draining.begin(app.server);
    app.admission.isEnding = true;
    await drain(app, drainMs, drained);
    setTimeout(() => process.exit(1), STOP_MS).unref();
    // A connection that was busy when the port closed becomes idle later, and closing waits for it.
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
  // A worker ignores a second signal: the first may have come from the terminal and the second from its leader.
  const atOnce = drained && (() => {});
  onStop((signal) => stop(drainMsOf(config, signal)), atOnce);
}

/** Keeps serving for a while, then closes the port; a worker's port is closed by its leader. */
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

async function untilClosed(server: Server, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  while (server.listening && performance.now() < deadline) await pause(POLL_MS);
}

function explained({ host, port }: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new OperatorError(
      `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT.`,
    );
  }
  if (code === 'EACCES') return new OperatorError(`Port ${port} needs more privileges. Set PORT.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new OperatorError(`HOST ${host} is not an address of this machine.`);
  }
  return error;
}
