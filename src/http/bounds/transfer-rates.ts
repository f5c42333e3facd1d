// The lowest rates: a body has to arrive, and a response to be taken, at some speed.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Bounds } from '../../schemas/limits.ts';

type LowestRate = Bounds['body'];

const bytesIn = (ms: number, { bytesPerSecond }: LowestRate) => (ms / 1_000) * bytesPerSecond;

/** A body that is arriving. In each window, enough of it has to come. */
export class BodyRate {
  readonly #request: IncomingMessage;
  readonly #lowest: LowestRate;
  #windowBegan = performance.now();
  readonly #bytesFirst: number;
  #bytesThen: number;

  constructor(request: IncomingMessage, lowest: LowestRate) {
    this.#request = request;
    this.#lowest = lowest;
    this.#bytesFirst = request.socket.bytesRead;
    this.#bytesThen = this.#bytesFirst;
  }

  isOver(): boolean {
    return this.#request.complete || this.#request.socket.destroyed;
  }

  arrivedBytes(): number {
    return this.#request.socket.bytesRead - this.#bytesFirst;
  }

  isTooSlow(now: number): boolean {
    const elapsed = now - this.#windowBegan;
    if (elapsed < this.#lowest.windowMs) return false;
    const { bytesRead } = this.#request.socket;
    // What has arrived and is not read waits for us, not for the client.
    const isOurs = this.#request.readableLength > 0;
    const isEnough = bytesRead - this.#bytesThen >= bytesIn(elapsed, this.#lowest);
    this.#windowBegan = now;
    this.#bytesThen = bytesRead;
    return !isOurs && !isEnough;
  }
}

/** What is being sent on a connection. After the first window, it has to keep up on average. */
export class ResponseRate {
  readonly #socket: Socket;
  readonly #lowest: LowestRate;
  #busySince: number | null = null;
  #bytesThen = 0;

  constructor(socket: Socket, lowest: LowestRate) {
    this.#socket = socket;
    this.#lowest = lowest;
  }

  /**
   * Nobody can see how much of one large write has gone out. So the time is measured by all that
   * was handed over since the connection was last without anything to send.
   */
  isTooSlow(now: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    if (writableLength === 0) {
      this.#busySince = null;
      return false;
    }
    if (this.#busySince === null) {
      this.#busySince = now;
      this.#bytesThen = bytesWritten - writableLength;
      return false;
    }
    const beyond = now - this.#busySince - this.#lowest.windowMs;
    return beyond > 0 && bytesWritten - this.#bytesThen < bytesIn(beyond, this.#lowest);
  }
}
