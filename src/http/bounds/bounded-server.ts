// Node's HTTP server with its own limits of connections, times and inactivity.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { Bounds } from './bounds.ts';

export function createBoundedServer(
  { headMs, requestMs, standstillMs, checkMs }: Bounds,
  maxConnections: number,
  handle: RequestListener,
): Server {
  const options = {
    // A hook of the application refuses requests without Host, with the error body.
    requireHostHeader: false,
    // Requests without a body get no stream that must be read to its end; see body-memory.ts.
    optimizeEmptyRequests: true,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    // The socket's timeout ends idle connections too; a keep-alive timeout would start a timer for every
    // request.
    keepAliveTimeout: 0,
  };
  const server = createServer(options, handle);
  server.timeout = standstillMs;
  server.maxConnections = maxConnections;
  // Expectations are ignored, because Node's own 417 has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Failing to accept a connection, with too many open files, must not end the process.
  server.once('listening', () => server.on('error', () => {}));
  return server;
}
