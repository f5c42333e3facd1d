// Node's HTTP server with its own limits: how many connections, and how long each may take or stand still.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { Bounds } from '../../schemas/limits.ts';

export function createBoundedServer(
  { headMs, requestMs, standstillMs, checkMs }: Bounds,
  maxConnections: number,
  handle: RequestListener,
): Server {
  const options = {
    // A request without Host is refused by a hook of the application, with the error body.
    requireHostHeader: false,
    // A request without a body is no stream that has to be read to its end: see body-memory.ts.
    optimizeEmptyRequests: true,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    // The socket's timeout ends idle connections too; this one would start a timer for every request.
    keepAliveTimeout: 0,
  };
  const server = createServer(options, handle);
  server.timeout = standstillMs;
  server.maxConnections = maxConnections;
  // The client gets the ordinary response; Node's own 417 has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // A connection that can't be accepted, because too many files are open, must not end the process.
  server.once('listening', () => server.on('error', () => {}));
  return server;
}
