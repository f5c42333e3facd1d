// The bytes of responses that clients have yet to take, which are all in memory.

import type { Exchange } from './exchange.ts';

/** A response this old, of a client that takes it slowly, gives way to others when there is no room. */
const GIVES_WAY_MS = 5_000;

export class OutgoingBytes {
  readonly #most: number;
  readonly #onRoom: () => void;
  readonly #responses = new Map<Exchange, { bytes: number; since: number }>();
  #sum = 0;

  constructor(most: number, onRoom: () => void) {
    this.#most = most;
    this.#onRoom = onRoom;
  }

  /** While there is none, the oldest responses are cut off. */
  hasRoom(): boolean {
    if (this.#sum < this.#most) return true;
    const longAgo = performance.now() - GIVES_WAY_MS;
    for (const [exchange, { since }] of this.#responses) {
      if (since > longAgo) return false;
      exchange.response.destroy();
      this.#remove(exchange);
      if (this.#sum < this.#most) return true;
    }
    return false;
  }

  /** Cached responses are shared, and streamed ones never in memory: neither counts. */
  add(exchange: Exchange, payload: unknown): void {
    const bytes = sizeOf(payload);
    if (bytes === 0 || exchange.response.destroyed || this.#responses.has(exchange)) return;
    this.#responses.set(exchange, { bytes, since: performance.now() });
    this.#sum += bytes;
    exchange.whenOver(() => this.#remove(exchange));
  }

  #remove(exchange: Exchange): void {
    const known = this.#responses.get(exchange);
    if (!known) return;
    this.#responses.delete(exchange);
    const wasFull = this.#sum >= this.#most;
    this.#sum -= known.bytes;
    if (wasFull) this.#onRoom();
  }
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}
