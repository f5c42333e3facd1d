// A receiver of webhooks: a real HTTP server at 127.0.0.1 that answers as a test tells it to.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';

export interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Respond = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  url: string;
  /** Everything that came so far. */
  readonly received: Received[];
  /** From now on. */
  answerWith(status: number, headers?: { [name: string]: string }): void;
  respond(how: Respond): void;
  /** Resolves when this many requests have arrived. */
  has(count: number): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const arrivals = new EventTarget();
  let respond: Respond = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const one = { headers: request.headers, body: await buffer(request) };
    received.push(one);
    arrivals.dispatchEvent(new Event('one'));
    respond(response, one);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith(status, headers = {}) {
      respond = (response) => response.writeHead(status, headers).end('So be it.');
    },
    respond(how) {
      respond = how;
    },
    async has(count) {
      while (received.length < count) await once(arrivals, 'one');
    },
  };
}
