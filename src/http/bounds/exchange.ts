// An exchange: a request with its response, and what others have to do when that is there, and when it is over.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../../errors.ts';

declare module 'node:http' {
  interface ServerResponse {
    exchange?: Exchange;
  }
}

/** One listener and one object for all who bound it: each of their own would cost every request. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Why the router has to refuse it. */
  refusal: ErrorCode | null = null;
  /** When to try again, where the refusal knows. */
  retryAfterSeconds: number | null = null;
  readonly #whenAnswered: (() => void)[] = [];
  readonly #whenOver: (() => void)[] = [];

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    response.exchange = this;
    response.once('close', () => {
      this.answered();
      runAll(this.#whenOver);
    });
  }

  /** The exchange of a response; a new one where no server had to do with it. */
  static of(request: IncomingMessage, response: ServerResponse): Exchange {
    return response.exchange ?? new Exchange(request, response);
  }

  /** When there is a response, which may take long to send; or when there will be none. */
  whenAnswered(act: () => void): void {
    this.#whenAnswered.push(act);
  }

  /** When the response is sent, or its client is gone. */
  whenOver(act: () => void): void {
    this.#whenOver.push(act);
  }

  answered(): void {
    runAll(this.#whenAnswered);
  }
}

function runAll(acts: (() => void)[]): void {
  for (const act of acts) act();
  acts.length = 0;
}
