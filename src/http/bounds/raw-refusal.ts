// Responses that are written without the router: there is no time for it, or it is waiting itself.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode, Problem } from '../../errors.ts';
import { errorBody } from '../../schemas/error-body.ts';
import { RETRY_AFTER_SECONDS } from '../error-responses.ts';

const bodyOf = (code: ErrorCode) => Buffer.from(JSON.stringify(errorBody(new Problem(code))));

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
};

const OVERLOADED = bodyOf('overloaded');
const TOO_SLOW = bodyOf('request_timeout');

/** 503, for a request beyond what its connection may have in progress. */
export function refuseAtOnce(response: ServerResponse, isLast: boolean): void {
  response.writeHead(ERRORS.overloaded.status, {
    ...HEADERS,
    'retry-after': String(RETRY_AFTER_SECONDS),
    'content-length': OVERLOADED.length,
    ...(isLast && { connection: 'close' }),
  });
  response.end(OVERLOADED);
}

/** 408 if nothing was answered yet; in any case it ends the connection. */
export function answerTooSlow(socket: Socket, response: ServerResponse): void {
  if (response.headersSent || response.writableEnded) {
    socket.destroy();
    return;
  }
  response.writeHead(ERRORS.request_timeout.status, {
    ...HEADERS,
    'content-length': TOO_SLOW.length,
    connection: 'close',
  });
  response.end(TOO_SLOW);
}
