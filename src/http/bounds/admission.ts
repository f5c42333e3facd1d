// Admission: decides when a request reaches the router, and refuses requests before they cost anything.

import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { BoundedQueue } from '../../bounded-queue.ts';
import { Problem } from '../../errors.ts';
import { allowAllOrigins } from '../cors.ts';
import { RETRY_AFTER_SECONDS } from '../retry-after.ts';
import { isForPrograms } from '../urls-for-programs.ts';
import type { Bounds } from './bounds.ts';
import { isCrawler } from './crawlers.ts';
import type { Exchange } from './exchange.ts';
import { OutgoingBytes } from './outgoing-bytes.ts';
import { pathOf, type RequestKind } from './request-kinds.ts';

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission;
  }
}

type Queue = keyof Bounds['queues'];

/** Crawlers stay away from the whole site if they can't read robots.txt. */
const NEVER_DELAYED = '/robots.txt';

export class Admission {
  readonly #queues: { readonly [name in Queue]: BoundedQueue };
  readonly #outgoing: OutgoingBytes;
  readonly crawlers = { answered: 0, refused: 0 };
  /** True during shutdown: waiting crawlers are then answered without pauses in between. */
  isEnding = false;

  constructor({ queues, outgoingBytes }: Bounds) {
    this.#outgoing = new OutgoingBytes(outgoingBytes, () => this.#startNext());
    const queue = (name: Queue) => new BoundedQueue(queues[name], () => this.hasRoom());
    this.#queues = {
      read: queue('read'),
      document: queue('document'),
      image: queue('image'),
      search: queue('search'),
      tool: queue('tool'),
      crawler: queue('crawler'),
    };
  }

  /** Calls `next` now or in the request's turn; `exchange.refusal` is set if the request is refused. */
  admit(kind: RequestKind | null, exchange: Exchange, next: () => void): void {
    if (kind === null) {
      next();
      return;
    }
    this.#enter(kind, exchange, next, () => {
      exchange.refusal = kind === 'search' ? 'search_busy' : 'overloaded';
      next();
    });
  }

  /** False while the responses that clients have yet to receive take too much memory. */
  hasRoom(): boolean {
    return this.#outgoing.hasRoom();
  }

  /** Calls `begin` now, or for a crawler after its wait. A refused request goes to `next`, which sends the error. */
  afterReaders(
    kind: RequestKind | null,
    exchange: Exchange,
    begin: (hasWaited: boolean) => void,
    next: () => void,
  ): void {
    const { request } = exchange;
    const isFree = kind === null || !isCrawler(request) || pathOf(request.url) === NEVER_DELAYED;
    if (isFree) {
      begin(false);
      return;
    }
    const start = () => {
      this.crawlers.answered += 1;
      begin(true);
    };
    this.#enter('crawler', exchange, start, () => {
      this.crawlers.refused += 1;
      exchange.refusal = 'crawler_limit';
      next();
    });
  }

  /**
   * Runs a tool call in its turn, after its body has arrived. The turn lasts until the call ends, even if the client is
   * gone, because an abandoned call uses as much CPU as any other.
   */
  inToolTurn<Result>(
    response: Pick<ServerResponse, 'destroyed'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.#queues.tool.run(async () => {
      if (response.destroyed) throw new Problem('overloaded');
      return work();
    });
  }

  /** Counts a response that the client hasn't received completely; most responses are received immediately. */
  sent(response: ServerResponse, body: string | Buffer): void {
    if (response.writableLength > 0) this.#outgoing.add(response, body);
  }

  #enter(name: Queue, exchange: Exchange, start: () => void, refuse: () => void): void {
    const queue = this.#queues[name];
    queue.enter(() => {
      // A client that has disconnected needs no response.
      if (exchange.response.destroyed) return queue.leave();
      const begun = performance.now();
      exchange.whenAnswered(() => {
        // After a crawler's turn, the queue pauses for the same time, so that readers have the thread to themselves.
        const restMs = name === 'crawler' && !this.isEnding ? performance.now() - begun : 0;
        if (restMs > 0) setTimeout(() => queue.leave(), restMs);
        else queue.leave();
      });
      start();
    }, refuse);
  }

  #startNext(): void {
    for (const queue of Object.values(this.#queues)) queue.startNext();
  }

  /** Refusals are thrown in a hook, so that each surface answers them in its own format. */
  useIn(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const code = reply.raw.exchange?.refusal;
      if (!code) return done();
      reply.header('retry-after', RETRY_AFTER_SECONDS);
      if (isOpen(request.url)) allowAllOrigins(reply);
      return done(new Problem(code));
    });
    app.addHook('onSend', (_request, { raw }, payload, done) => {
      this.#outgoing.add(raw, payload);
      raw.exchange?.answered();
      done(null, payload);
    });
  }
}

/** Refusals of public surfaces have CORS headers, as their other responses do. */
const isOpen = (url: string) => isForPrograms(url) && !pathOf(url).startsWith('/api/v1');
