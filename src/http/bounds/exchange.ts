// Exchange: a request with its response, and callbacks for the end of the work.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../../errors.ts';

declare module 'node:http' {
  interface ServerResponse {
    exchange?: Exchange;
  }
}

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  refusal: ErrorCode | null = null;
  readonly #whenAnswered: (() => void)[] = [];

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    response.exchange = this;
    response.once('close', () => this.answered());
  }

  /** Runs `act` when the response is computed, even before it is sent, or when the connection has closed. */
  whenAnswered(act: () => void): void {
    this.#whenAnswered.push(act);
  }

  answered(): void {
    for (const act of this.#whenAnswered.splice(0)) act();
  }
}
