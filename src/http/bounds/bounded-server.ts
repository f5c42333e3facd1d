// Node's HTTP server with limits on connections, times and inactivity.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { Bounds } from './bounds.ts';

export function createBoundedServer(
  { headMs, requestMs, standstillMs, checkMs }: Bounds,
  maxConnections: number,
  handle: RequestListener,
): Server {
  const options = {
    // A hook in error-responses.ts refuses requests without Host, with the error body.
    requireHostHeader: false,
    // Requests without a body get no stream that must be read to its end; see body-memory.ts.
    optimizeEmptyRequests: true,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    // The socket's timeout ends idle connections too; a keep-alive timeout would start a timer for every request.
    keepAliveTimeout: 0,
  };
  const server = createServer(options, handle);
  server.timeout = standstillMs;
  server.maxConnections = maxConnections;
  // The Expect header is ignored, because Node's own 417 response has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // An error from accepting a connection, such as too many open files, must not end the process.
  server.once('listening', () => server.on('error', () => {}));
  return server;
}
