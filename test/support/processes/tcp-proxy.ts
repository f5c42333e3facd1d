// A TCP proxy that a test can cut and restore, to make a database unreachable for a while.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

export interface Proxy {
  port: number;
  /** Ends every connection and accepts no new ones. */
  cut(): Promise<void>;
  /** Accepts connections again, on the same port. */
  mend(): Promise<void>;
  /** Stops data in both directions while every connection looks open; `letGo` lets it flow again. */
  hold(): void;
  letGo(): void;
}

export async function proxyTo(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // An error on one side ends the other; the test looks at how the service handles it.
    socket.on('error', () => {});
  };
  const server = createServer((client) => {
    const upstream = connect(target);
    keep(client);
    keep(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  after(cut);
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port.');
  const { port } = address;
  return {
    port,
    cut,
    mend: () => listen(port),
    hold: () => sockets.forEach((socket) => void socket.pause()),
    letGo: () => sockets.forEach((socket) => void socket.resume()),
  };
}
