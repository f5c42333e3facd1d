// Rate limit of reads: one count per IP address for all public pages and files; the desk and images have their own.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../errors.ts';
import { RATES } from '../../schemas/requests/rates.ts';
import { type AddressReader, networkOfAddress } from './client-address.ts';
import type { Taken } from './counters.ts';
import type { Limits } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readLimit: ReadLimit;
  }
}

export interface Count {
  isTooMany: boolean;
  /** Headers as alternating names and values. */
  headers: string[];
  secondsLeft: number;
}

/** The desk and media have separate counts, because the desk sends many requests and a page has many images. */
type Counted = 'read' | 'desk' | 'media';

export class ReadLimit {
  readonly #limits: Limits;
  readonly #addressOf: AddressReader;

  constructor(limits: Limits, addressOf: AddressReader) {
    this.#limits = limits;
    this.#addressOf = addressOf;
  }

  /** Counts a read; null if the client isn't limited. */
  count(request: IncomingMessage, what: Counted = 'read'): Count | null | Promise<Count> {
    if (this.#limits.isUnlimited(request)) return null;
    const network = networkOfAddress(this.#addressOf(request));
    const taken = this.#limits.counts.take(what, network, RATES.read);
    const counted = (each: Taken) => {
      if (!each.isGranted) this.#limits.refused(request);
      return asCount(each);
    };
    return taken instanceof Promise ? taken.then(counted) : counted(taken);
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

/** Continues synchronously if the count is known, so that a cached response isn't delayed. */
export function whenCounted(
  count: Count | null | Promise<Count>,
  then: (count: Count | null) => void,
  otherwise: (error: Error) => void,
): void {
  if (count instanceof Promise) count.then(then, otherwise);
  else then(count);
}

export function limitReads(scope: FastifyInstance, what: Counted = 'read'): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const finish = (count: Count | null) => {
      setHeaders(reply, count);
      done(count?.isTooMany ? new Problem('too_many_requests') : undefined);
    };
    whenCounted(scope.readLimit.count(request.raw, what), finish, done);
  });
}

function setHeaders(reply: FastifyReply, count: Count | null): void {
  if (!count) return;
  for (let at = 0; at < count.headers.length; at += 2) {
    reply.header(count.headers[at] ?? '', count.headers[at + 1]);
  }
  if (count.isTooMany) reply.header('retry-after', count.secondsLeft);
}
