// serve: the service for real, until it is told to stop.

import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { firstAccountToken } from '../operations/accounts.ts';
import { openStore, type Store } from '../store/store.ts';
import type { Command } from './command.ts';

const STOP_MS = 10_000;
const SWEEP_MS = 50;

export const serve: Command = {
  name: 'serve',
  summary: 'Create or update the database, then serve.',
  usage: '',
  async run() {
    const config = readConfig();
    const store = await openStore(config);
    await start(config, store);
    console.log(`${config.siteName} is at ${config.baseUrl}`);
    const token = await firstAccountToken({ store, config, now: () => new Date() });
    if (token) {
      console.log(`Make the first account at ${config.baseUrl}/desk/set-up?token=${token}`);
    }
  },
};

/** Listens, and stops in good order on the first signal. */
export async function start(
  config: Config,
  store: Store,
  stopped: () => Promise<void> = async () => {},
): Promise<FastifyInstance> {
  const app = await buildApp({ store, config, now: () => new Date() });
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    await store.close();
    throw explained(config, error);
  }
  const stop = once(async () => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    // A connection that was busy when the stop began turns idle later, and would be waited for.
    setInterval(() => app.server.closeIdleConnections(), SWEEP_MS).unref();
    await app.close();
    await store.close();
    await stopped();
    process.exit(0);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return app;
}

function once(work: () => Promise<void>): () => void {
  let begun = false;
  return () => {
    if (begun) return;
    begun = true;
    work().catch(() => process.exit(1));
  };
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
