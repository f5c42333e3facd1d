// Admission: which requests the router gets, when, and which are refused before they cost anything.

import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import type { Bounds } from '../../schemas/limits.ts';
import { allowAllOrigins } from '../cors.ts';
import { isForPrograms, RETRY_AFTER_SECONDS } from '../error-responses.ts';
import { isCrawler } from './crawlers.ts';
import type { Exchange } from './exchange.ts';
import { OutgoingBytes } from './outgoing-bytes.ts';
import { pathOf, type RequestKind } from './request-kinds.ts';
import { RequestQueue } from './request-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission;
  }
}

type Queue = keyof Bounds['queues'];

/** A crawler that can't read it stays away from the whole site. */
const NEVER_DELAYED = '/robots.txt';

export class Admission {
  readonly #queues: { readonly [name in Queue]: RequestQueue };
  readonly #outgoing: OutgoingBytes;
  /** Requests of crawlers that had their turn, and those that were refused. */
  readonly crawlers = { answered: 0, refused: 0 };

  constructor({ queues, outgoingBytes }: Bounds) {
    this.#outgoing = new OutgoingBytes(outgoingBytes, () => this.#startNext());
    const queue = (name: Queue) => new RequestQueue(queues[name], () => this.hasRoom());
    this.#queues = {
      read: queue('read'),
      document: queue('document'),
      image: queue('image'),
      search: queue('search'),
      tool: queue('tool'),
      crawler: queue('crawler'),
    };
  }

  /** Hands a request to the router by `next`: now, in its turn, or to be refused. */
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

  /** Whether there is room for one more response that clients have yet to take. */
  hasRoom(): boolean {
    return this.#outgoing.hasRoom();
  }

  /** Calls `begin` now, or for a crawler in its turn, after a wait; or has the router refuse it. */
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
   * Runs a tool call in its turn: bodies have arrived by now. The turn lasts until the work has ended,
   * whether or not its client is still there: what clients leave behind is work all the same.
   */
  async inToolTurn<Result>(
    response: Pick<ServerResponse, 'destroyed'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const queue = this.#queues.tool;
    await new Promise<void>((resolve, reject) => {
      queue.enter(resolve, () => reject(new Problem('overloaded')));
    });
    try {
      if (response.destroyed) throw new Problem('overloaded');
      return await work();
    } finally {
      queue.leave();
    }
  }

  /** Counts what is left of a response that was sent: most are taken immediately. */
  sent(response: ServerResponse, body: string | Buffer): void {
    if (response.writableLength > 0) this.#outgoing.add(response, body);
  }

  #enter(name: Queue, exchange: Exchange, start: () => void, refuse: () => void): void {
    const queue = this.#queues[name];
    queue.enter(() => {
      // A client that has gone meanwhile needs no answer.
      if (exchange.response.destroyed) return queue.leave();
      const begun = performance.now();
      exchange.whenAnswered(() => {
        // A crawler's turn is followed by a rest as long, in which readers have the thread to themselves.
        if (name === 'crawler') setTimeout(() => queue.leave(), performance.now() - begun);
        else queue.leave();
      });
      start();
    }, refuse);
  }

  #startNext(): void {
    for (const queue of Object.values(this.#queues)) queue.startNext();
  }

  /** Its part inside the application: answers refusals as each surface does, and counts responses. */
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

/** Programs on other sites may read what they were refused with, as they may read the rest. */
const isOpen = (url: string) => isForPrograms(url) && !pathOf(url).startsWith('/api/v1');
