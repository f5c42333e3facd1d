// The bytes of responses that clients have yet to take, which are all in memory.

import type { ServerResponse } from 'node:http';

/** A response this old, of a client that takes it slowly, gives way to others when there is no room. */
const GIVES_WAY_MS = 5_000;

interface Outgoing {
  payload: string | Uint8Array;
  since: number;
}

export class OutgoingBytes {
  readonly #most: number;
  readonly #onRoom: () => void;
  readonly #responses = new Map<ServerResponse, Outgoing>();
  /** How many responses have this body: those from the cache, and to requests that were coalesced, share one. */
  readonly #holders = new Map<string | Uint8Array, number>();
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
    const isText = typeof payload === 'string' || payload instanceof Uint8Array;
    if (!isText || response.destroyed || this.#responses.has(response)) return;
    this.#responses.set(response, { payload, since: performance.now() });
    const holders = this.#holders.get(payload) ?? 0;
    this.#holders.set(payload, holders + 1);
    if (holders === 0) this.#sum += payload.length;
    const remove = () => this.#remove(response);
    if (response.exchange) response.exchange.whenOver(remove);
    else response.once('close', remove);
  }

  #remove(response: ServerResponse): void {
    const known = this.#responses.get(response);
    if (!known) return;
    this.#responses.delete(response);
    const holders = this.#holders.get(known.payload) ?? 1;
    if (holders > 1) {
      this.#holders.set(known.payload, holders - 1);
      return;
    }
    this.#holders.delete(known.payload);
    const wasFull = this.#sum >= this.#most;
    this.#sum -= known.payload.length;
    if (wasFull && this.#sum < this.#most) this.#onRoom();
  }
}
