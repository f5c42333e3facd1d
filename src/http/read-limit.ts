// How many reads an address may make: one count, whichever way and by whichever surface it is answered.

import type { IncomingMessage } from 'node:http';
import { all as addressesBehind, compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../errors.ts';
import { RATES } from '../schemas/limits.ts';
import { addressKey, unlimited } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readLimit: ReadLimit;
  }
}

/** More addresses than one machine serves in a window; the oldest are forgotten first. */
const ADDRESSES = 100_000;

interface Count {
  isTooMany: boolean;
  /** Names and values in turn. */
  headers: string[];
  secondsLeft: number;
}

export class ReadLimit {
  readonly #isUnlimited: (request: IncomingMessage) => boolean;
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #windows = new Map<string, { count: number; begun: number }>();

  constructor(config: Config, warn: (words: string) => void) {
    this.#isUnlimited = config.rateLimits ? unlimited(config, warn) : () => true;
    this.#addressOf = addressReader(config.trustProxy);
  }

  /** Counts a read, unless it comes from the operator's own machine. */
  count(request: IncomingMessage): Count | null {
    if (this.#isUnlimited(request)) return null;
    const { max, windowMs } = RATES.read;
    const { count, begun } = this.#window(addressKey(this.#addressOf(request)), windowMs);
    const secondsLeft = Math.ceil((begun + windowMs - Date.now()) / 1000);
    const told = { limit: max, remaining: Math.max(0, max - count), reset: secondsLeft };
    return {
      isTooMany: count > max,
      headers: Object.entries(told).flatMap(([name, value]) => [`ratelimit-${name}`, `${value}`]),
      secondsLeft,
    };
  }

  #window(address: string, windowMs: number) {
    const now = Date.now();
    const known = this.#windows.get(address);
    if (known && now - known.begun < windowMs) {
      known.count += 1;
      return known;
    }
    const window = { count: 1, begun: now };
    this.#windows.delete(address);
    this.#windows.set(address, window);
    const [oldest] = this.#windows.size > ADDRESSES ? this.#windows.keys() : [];
    if (oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}

/** As Fastify finds the address behind proxies, before there is a request of Fastify's. */
function addressReader(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const trust = trustProxy === true ? () => true : asTrust(trustProxy);
  return (request) => addressesBehind(request, trust).at(-1) ?? '';
}

const asTrust = (given: Exclude<Config['trustProxy'], boolean>) =>
  typeof given === 'function' ? given : compile(given);

/** Every request to this scope counts, by address. */
export function limitReads(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request, reply) => {
    const count = scope.readLimit.count(request.raw);
    if (!count) return;
    for (let at = 0; at < count.headers.length; at += 2) {
      reply.header(count.headers[at] ?? '', count.headers[at + 1]);
    }
    if (!count.isTooMany) return;
    reply.header('retry-after', count.secondsLeft);
    throw new Problem('too_many_requests');
  });
}
