// How many reads an address may make: one count, whichever way and by whichever surface it is answered.

import type { IncomingMessage } from 'node:http';
import { all as addressesBehind, compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { Problem } from '../../errors.ts';
import { RATES } from '../../schemas/limits.ts';
import type { Counts, Taken } from './counters.ts';
import { addressKey, unlimited } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readLimit: ReadLimit;
  }
}

export interface Count {
  isTooMany: boolean;
  /** Names and values in turn. */
  headers: string[];
  secondsLeft: number;
}

export class ReadLimit {
  readonly #counts: Counts;
  readonly #isUnlimited: (request: IncomingMessage) => boolean;
  readonly #addressOf: (request: IncomingMessage) => string;

  constructor(config: Config, counts: Counts, warn: (words: string) => void) {
    this.#counts = counts;
    this.#isUnlimited = config.rateLimits ? unlimited(config, warn) : () => true;
    this.#addressOf = addressReader(config.trustProxy);
  }

  /** Counts a read, unless it comes from the operator's own machine. */
  count(request: IncomingMessage): Count | null | Promise<Count> {
    if (this.#isUnlimited(request)) return null;
    const taken = this.#counts.take('read', addressKey(this.#addressOf(request)), RATES.read);
    return taken instanceof Promise ? taken.then(asCount) : asCount(taken);
  }
}

function asCount({ isGranted, left, endsAt }: Taken): Count {
  const secondsLeft = Math.ceil((endsAt - Date.now()) / 1000);
  const told = { limit: RATES.read.max, remaining: left, reset: secondsLeft };
  return {
    isTooMany: !isGranted,
    headers: Object.entries(told).flatMap(([name, value]) => [`ratelimit-${name}`, `${value}`]),
    secondsLeft,
  };
}

/** Goes on with the count at once where it is at hand, so that a kept answer waits for nothing. */
export function whenCounted(
  count: Count | null | Promise<Count>,
  then: (count: Count | null) => void,
  otherwise: () => void,
): void {
  if (count instanceof Promise) count.then(then, otherwise);
  else then(count);
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
    const count = await scope.readLimit.count(request.raw);
    if (!count) return;
    for (let at = 0; at < count.headers.length; at += 2) {
      reply.header(count.headers[at] ?? '', count.headers[at + 1]);
    }
    if (!count.isTooMany) return;
    reply.header('retry-after', count.secondsLeft);
    throw new Problem('too_many_requests');
  });
}
