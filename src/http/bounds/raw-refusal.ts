// Responses that are written without the router: there is no time for it, or it is waiting itself.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode, Problem } from '../../errors.ts';
import { errorBody } from '../../schemas/error-body.ts';
import { RETRY_AFTER_SECONDS } from '../error-responses.ts';
import type { SecurityHeaders } from '../security-headers.ts';

const bodyOf = (code: ErrorCode) => Buffer.from(JSON.stringify(errorBody(new Problem(code))));

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
};

const OVERLOADED = bodyOf('overloaded');
const TOO_SLOW = bodyOf('request_timeout');

export class RawRefusals {
  readonly #headers: SecurityHeaders;

  constructor(headers: SecurityHeaders) {
    this.#headers = { ...headers, ...HEADERS };
  }

  /** 503, for a request beyond what its connection may have in progress. */
  overloaded(response: ServerResponse, isLast: boolean): void {
    response.writeHead(ERRORS.overloaded.status, {
      ...this.#headers,
      'retry-after': String(RETRY_AFTER_SECONDS),
      'content-length': OVERLOADED.length,
      ...(isLast && { connection: 'close' }),
    });
    response.end(OVERLOADED);
  }

  /** 408 if nothing was answered yet; in any case it ends the connection. */
  tooSlow(socket: Socket, response: ServerResponse): void {
    if (response.headersSent || response.writableEnded) {
      socket.destroy();
      return;
    }
    response.writeHead(ERRORS.request_timeout.status, {
      ...this.#headers,
      'content-length': TOO_SLOW.length,
      connection: 'close',
    });
    response.end(TOO_SLOW);
  }
}
