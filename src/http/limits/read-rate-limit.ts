// The rate limit of reads: one count for each IP address, on the fast path and on every surface.

import type { IncomingMessage } from 'node:http';
import { all as addressesBehind, compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  /** Names and values alternately. */
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

/** Continues synchronously where the count is known, so that a cached response waits for nothing. */
export function whenCounted(
  count: Count | null | Promise<Count>,
  then: (count: Count | null) => void,
  otherwise: (error: Error) => void,
): void {
  if (count instanceof Promise) count.then(then, otherwise);
  else then(count);
}

/** The client's IP address as Fastify finds it behind proxies, before there is a Fastify request. */
function addressReader(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const trust = trustProxy === true ? () => true : asTrust(trustProxy);
  return (request) => addressesBehind(request, trust).at(-1) ?? '';
}

const asTrust = (given: Exclude<Config['trustProxy'], boolean>) =>
  typeof given === 'function' ? given : compile(given);

/** Counts one request by IP address, and throws when there were too many. */
export async function countRead(
  scope: FastifyInstance,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const count = await scope.readLimit.count(raw);
  setHeaders(reply, count);
  if (count?.isTooMany) throw new Problem('too_many_requests');
}

/** Counts every request to this scope, by IP address. */
export function limitReads(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const finish = (count: Count | null) => {
      setHeaders(reply, count);
      done(count?.isTooMany ? new Problem('too_many_requests') : undefined);
    };
    whenCounted(scope.readLimit.count(request.raw), finish, done);
  });
}

function setHeaders(reply: FastifyReply, count: Count | null): void {
  if (!count) return;
  for (let at = 0; at < count.headers.length; at += 2) {
    reply.header(count.headers[at] ?? '', count.headers[at + 1]);
  }
  if (count.isTooMany) reply.header('retry-after', count.secondsLeft);
}
