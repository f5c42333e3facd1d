// The bytes of responses that clients have yet to take, which are all in memory.

import type { ServerResponse } from 'node:http';

/** A response this old, of a client that takes it slowly, gives way to others when there is no room. */
const GIVES_WAY_MS = 5_000;

interface Outgoing {
  /** What it shares with others, where it is a buffer: those from the cache, and to coalesced requests. */
  body: object;
  bytes: number;
  since: number;
}

export class OutgoingBytes {
  readonly #most: number;
  readonly #onRoom: () => void;
  readonly #responses = new Map<ServerResponse, Outgoing>();
  /** How many responses have this body. */
  readonly #holders = new Map<object, number>();
  #sum = 0;

  constructor(most: number, onRoom: () => void) {
    this.#most = most;
    this.#onRoom = onRoom;
  }

  /** While there is none, the oldest responses are cut off. */
  hasRoom(): boolean {
    if (this.#sum < this.#most) return true;
    const longAgo = performance.now() - GIVES_WAY_MS;
    for (const [response, { since }] of this.#responses) {
      if (since > longAgo) return false;
      response.destroy();
      this.#remove(response);
      if (this.#sum < this.#most) return true;
    }
    return false;
  }

  /** Streamed responses are never in memory as a whole, and don't count. */
  add(response: ServerResponse, payload: unknown): void {
    const isText = typeof payload === 'string';
    const isWhole = isText || payload instanceof Uint8Array;
    if (!isWhole || response.destroyed || this.#responses.has(response)) return;
    const [body, bytes] = [isText ? response : payload, payload.length];
    this.#responses.set(response, { body, bytes, since: performance.now() });
    const holders = this.#holders.get(body) ?? 0;
    this.#holders.set(body, holders + 1);
    if (holders === 0) this.#sum += bytes;
    const remove = () => this.#remove(response);
    if (response.exchange) response.exchange.whenOver(remove);
    else response.once('close', remove);
  }

  #remove(response: ServerResponse): void {
    const known = this.#responses.get(response);
    if (!known) return;
    this.#responses.delete(response);
    const { body, bytes } = known;
    const others = (this.#holders.get(body) ?? 1) - 1;
    if (others > 0) {
      this.#holders.set(body, others);
      return;
    }
    this.#holders.delete(body);
    const wasFull = this.#sum >= this.#most;
    this.#sum -= bytes;
    if (wasFull && this.#sum < this.#most) this.#onRoom();
  }
}
