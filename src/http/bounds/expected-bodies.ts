// Bodies that clients send only when they are asked to (`Expect: 100-continue`): nobody is asked too early.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasBody } from './request-kinds.ts';

/** Instead of Node, which asks as soon as it has the head, whoever it is. */
export function askForBodies(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) askWhenRead(request, response);
    server.emit('request', request, response);
  });
}

/** Whatever reads the body reads it by `_read`, and nothing does before it is known that it may be sent. */
function askWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response;
  const read = request._read.bind(request);
  // A client that was never asked may send its next request in place of the body.
  response.shouldKeepAlive = false;
  request._read = (size) => {
    request._read = read;
    if (!response.headersSent) {
      response.writeContinue();
      response.shouldKeepAlive = shouldKeepAlive;
    }
    read(size);
  };
}
