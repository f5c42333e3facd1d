// Stream slots: limits concurrent streamed responses, each of which has a compressor and rows in memory.

import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../errors.ts';
import type { Bounds } from './bounds.ts';

declare module 'fastify' {
  interface FastifyInstance {
    streamSlots: StreamSlots;
  }
}

export class StreamSlots {
  readonly #bounds: Bounds['streams'];
  /** Start time of each streamed response, oldest first. */
  readonly #slots = new Map<ServerResponse, number>();

  constructor(bounds: Bounds['streams']) {
    this.#bounds = bounds;
  }

  /** Takes a slot until the response ends, or throws. The oldest response is aborted for it if it is old enough. */
  take({ raw }: FastifyReply): void {
    const [oldest] = this.#slots.size >= this.#bounds.atOnce ? this.#slots : [];
    if (oldest) {
      const [response, since] = oldest;
      if (performance.now() - since < this.#bounds.givesWayMs) throw new Problem('overloaded');
      this.#slots.delete(response);
      response.destroy();
    }
    this.#slots.set(raw, performance.now());
    raw.once('close', () => this.#slots.delete(raw));
  }
}
