// Listeners that count who connects, and what a test needs to send requests past them.

import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';
import { configFrom } from '../../src/config.ts';
import type { Resolve } from '../../src/outbound/dns-lookup.ts';
import { guardedRequest } from '../../src/outbound/guarded-request.ts';

/** The rules of a service at this base URL. */
export const rules = (allow = '', baseUrl = 'http://localhost:3000') =>
  configFrom({ BASE_URL: baseUrl, WEBHOOK_ALLOW: allow });

/** A plain request, with time enough for a busy machine. */
export const get = (address: string, given = rules(), resolve?: Resolve) =>
  guardedRequest(given, address, { method: 'GET', timeoutMs: 20_000, maxBytes: 1_000 }, resolve);

export interface Listener {
  port: number;
  /** How many have connected so far. */
  count(): number;
}

/** Listens until the tests around are done; without a host at every address of the machine. */
export async function listenAt(
  place: { host?: string; port?: number },
  greet: (socket: Socket) => void = (socket) => socket.destroy(),
): Promise<Listener> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on('error', () => {});
    greet(socket);
  });
  await listening(server, place);
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The listener has no port.');
  return { port: address.port, count: () => count };
}

async function listening(server: Server, place: { host?: string; port?: number }): Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen({ port: 0, ...place });
  await once(server, 'listening');
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

/** Answers every request with these bytes and hangs up. */
export const answering = (bytes: string) => (socket: Socket) =>
  socket.once('data', () => socket.end(bytes));
