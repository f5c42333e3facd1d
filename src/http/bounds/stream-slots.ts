// Stream slots: how many responses are streamed at once, each with a compressor and rows in memory.

import type { FastifyReply } from 'fastify';
import { Problem } from '../../errors.ts';
import type { Bounds } from '../../schemas/limits.ts';
import { networkOf } from '../limits/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    streamSlots: StreamSlots;
  }
}

interface Slot {
  readonly network: string;
  readonly since: number;
}

export class StreamSlots {
  readonly #bounds: Bounds['streams'];
  /** The responses of this process that are being streamed, the oldest first. */
  readonly #slots = new Map<FastifyReply['raw'], Slot>();

  constructor(bounds: Bounds['streams']) {
    this.#bounds = bounds;
  }

  /** Takes a slot until the response is over, or throws. Slow clients cannot keep them all for long. */
  take({ request, raw }: FastifyReply): void {
    const network = networkOf(request);
    if (this.#slots.size >= this.#bounds.atOnce && !this.#cutOff(network)) {
      throw new Problem('overloaded');
    }
    this.#slots.set(raw, { network, since: performance.now() });
    raw.once('close', () => this.#slots.delete(raw));
  }

  /** The oldest of a network that has more than its share, or the oldest of all if it is old enough. */
  #cutOff(network: string): boolean {
    const longAgo = performance.now() - this.#bounds.givesWayMs;
    const fair = this.#countOf(network) + 1;
    for (const [response, slot] of this.#slots) {
      if (slot.since > longAgo && this.#countOf(slot.network) <= fair) continue;
      this.#slots.delete(response);
      response.destroy();
      return true;
    }
    return false;
  }

  #countOf(network: string): number {
    return [...this.#slots.values()].filter((slot) => slot.network === network).length;
  }
}
