// Bodies that are arriving, by network: one that sends many slowly takes no turns from the others.

import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.ts';

export class ArrivingBodies {
  readonly #most: number;
  readonly #networkOf: (request: IncomingMessage) => string;
  readonly #counts = new Map<string, number>();

  constructor(most: number, networkOf: (request: IncomingMessage) => string) {
    this.#most = most;
    this.#networkOf = networkOf;
  }

  /** Notes a body until it has arrived; false where its network has too many under way. */
  begin(exchange: Exchange): boolean {
    const network = this.#networkOf(exchange.request);
    const count = this.#counts.get(network) ?? 0;
    if (count >= this.#most) return false;
    this.#counts.set(network, count + 1);
    let isOver = false;
    const end = () => {
      if (!isOver) this.#end(network);
      isOver = true;
    };
    exchange.request.once('end', end);
    exchange.whenOver(end);
    return true;
  }

  #end(network: string): void {
    const left = (this.#counts.get(network) ?? 0) - 1;
    if (left > 0) this.#counts.set(network, left);
    else this.#counts.delete(network);
  }
}
