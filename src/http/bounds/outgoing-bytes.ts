// Counts the bytes in memory of responses that clients have yet to receive.

import type { ServerResponse } from 'node:http';

/** Age from which a response that is received slowly may be aborted to make room for others. */
const GIVES_WAY_MS = 5_000;

interface Outgoing {
  /** Buffer, which several responses share if it comes from the cache or from a coalesced request. */
  body: object;
  since: number;
}

export class OutgoingBytes {
  readonly #most: number;
  readonly #onRoom: () => void;
  readonly #responses = new Map<ServerResponse, Outgoing>();
  readonly #bodies = new Map<object, { bytes: number; holders: number }>();
  #sum = 0;

  constructor(most: number, onRoom: () => void) {
    this.#most = most;
    this.#onRoom = onRoom;
  }

  /** Aborts the oldest responses while there is no room. */
  hasRoom(): boolean {
    const longAgo = performance.now() - GIVES_WAY_MS;
    for (const [response, { since }] of this.#sum < this.#most ? [] : this.#responses) {
      if (since > longAgo || this.#sum < this.#most) break;
      response.destroy();
      this.#remove(response);
    }
    return this.#sum < this.#most;
  }

  /** Streamed responses don't count, because they are never in memory as a whole. */
  add(response: ServerResponse, payload: unknown): void {
    const isText = typeof payload === 'string';
    const isWhole = isText || payload instanceof Uint8Array;
    if (!isWhole || response.destroyed || this.#responses.has(response)) return;
    const body = isText ? response : payload;
    this.#responses.set(response, { body, since: performance.now() });
    const known = this.#bodies.get(body) ?? { bytes: payload.length, holders: 0 };
    if (known.holders === 0) this.#sum += known.bytes;
    known.holders += 1;
    this.#bodies.set(body, known);
    response.once('close', () => this.#remove(response));
  }

  #remove(response: ServerResponse): void {
    const body = this.#responses.get(response)?.body;
    const known = body && this.#bodies.get(body);
    if (!known) return;
    this.#responses.delete(response);
    known.holders -= 1;
    if (known.holders > 0) return;
    this.#bodies.delete(body);
    const wasFull = this.#sum >= this.#most;
    this.#sum -= known.bytes;
    if (wasFull && this.#sum < this.#most) this.#onRoom();
  }
}
