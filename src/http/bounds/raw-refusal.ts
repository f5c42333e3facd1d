// Responses that are written without the router: there is no time for it, or it is waiting itself.

import { type ServerResponse, STATUS_CODES } from 'node:http';
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

  /** 503, for a request of a connection that is one too many, or sends too many. */
  overloaded(response: ServerResponse): void {
    response.writeHead(ERRORS.overloaded.status, {
      ...this.#headers,
      'retry-after': String(RETRY_AFTER_SECONDS),
      'content-length': OVERLOADED.length,
      connection: 'close',
    });
    response.end(OVERLOADED);
  }

  /** 503 in the place of everything that the connection still waits for. */
  connection(socket: Socket): void {
    const headers = {
      ...this.#headers,
      'retry-after': RETRY_AFTER_SECONDS,
      'content-length': OVERLOADED.length,
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const { status } = ERRORS.overloaded;
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
    socket.end(Buffer.concat([Buffer.from(head), OVERLOADED]));
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
