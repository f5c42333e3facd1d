// Admission: which requests the router gets, when, and which are refused before they cost anything.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ERRORS, type ErrorCode, Problem } from '../../errors.ts';
import type { Bounds } from '../../schemas/limits.ts';
import { allowAllOrigins } from '../cors.ts';
import { isForPrograms } from '../error-responses.ts';
import { ArrivingBodies } from './arriving-bodies.ts';
import { CrawlerQueue } from './crawler-queue.ts';
import { isCrawler } from './crawlers.ts';
import { EventLoopLoad } from './event-loop.ts';
import { Exchange } from './exchange.ts';
import { OutgoingBytes } from './outgoing-bytes.ts';
import { RefusalPacing } from './refusal-pacing.ts';
import { hasBody, kindOf, pathOf, type RequestKind } from './request-kinds.ts';
import { RequestQueue } from './request-queue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission;
  }
}

const OVERLOADED = ERRORS.overloaded.status;

export class Admission {
  readonly #queues: { readonly [kind in keyof Bounds['kinds']]: RequestQueue };
  readonly #bodies: ArrivingBodies;
  readonly #pacing: RefusalPacing;
  readonly #loop: EventLoopLoad;
  readonly #outgoing: OutgoingBytes;
  /** Null where crawlers are clients like any other. */
  readonly crawlers: CrawlerQueue | null;

  constructor(
    bounds: Bounds,
    networkOf: (request: IncomingMessage) => string,
    crawlerLimit: number,
  ) {
    const { kinds, outgoingBytes, refusals, eventLoop, bodiesOfOne } = bounds;
    this.#outgoing = new OutgoingBytes(outgoingBytes, () => this.#startNext());
    const queue = (kind: keyof Bounds['kinds'], hasRoom = () => this.#outgoing.hasRoom()) =>
      new RequestQueue({ ...kinds[kind], hasRoom });
    const always = () => true;
    this.#queues = {
      read: queue('read'),
      document: queue('document'),
      image: queue('image'),
      search: queue('search'),
      tool: queue('tool'),
      body: queue('body', always),
      write: queue('write', always),
    };
    this.crawlers = crawlerLimit === 0 ? null : new CrawlerQueue(crawlerLimit, bounds.crawlers);
    this.#bodies = new ArrivingBodies(bodiesOfOne, networkOf);
    this.#pacing = new RefusalPacing(refusals);
    this.#loop = new EventLoopLoad(eventLoop);
  }

  /** Hands a request to the router by `next`: now, in its turn, or to be refused. */
  admit(kind: RequestKind | null, exchange: Exchange, next: () => void): void {
    if (kind === null) {
      next();
      return;
    }
    const { request, response } = exchange;
    const code = kind === 'search' ? 'search_busy' : 'overloaded';
    const refuse = () => this.#refuse(code, exchange, next);
    // Whoever writes or signs in is let in for as long as anything works.
    if (this.#loop.isOverloaded && kind !== 'write') {
      refuse();
      return;
    }
    if (hasBody(request) && !this.#bodies.begin(exchange)) {
      refuse();
      return;
    }
    const queue = this.#queues[kind];
    const start = () => {
      // Whoever has gone meanwhile needs no answer.
      if (response.destroyed) {
        queue.leave();
        return;
      }
      exchange.whenAnswered(() => queue.leave());
      next();
    };
    queue.enter(start, refuse);
  }

  /** Whether there is room for one more response that clients have yet to take. */
  hasRoom(): boolean {
    return this.#outgoing.hasRoom();
  }

  /** Whether it names itself one, and has to wait for its turn. */
  isCrawler(request: IncomingMessage): boolean {
    return this.crawlers !== null && isCrawler(request.headers['user-agent']);
  }

  /** Calls `begin` now, or for a crawler in its turn, after a wait; or has the router refuse it. */
  afterReaders(
    kind: RequestKind | null,
    exchange: Exchange,
    begin: (hasWaited: boolean) => void,
    next: () => void,
  ): void {
    if (!this.crawlers?.concerns(kind, exchange.request)) {
      begin(false);
      return;
    }
    this.crawlers.enter(
      exchange,
      () => begin(true),
      (seconds) => {
        exchange.retryAfterSeconds = seconds;
        this.#refuse('crawler_limit', exchange, next);
      },
    );
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

  /** There is a response, which is in memory until its client has taken it. */
  answered(exchange: Exchange, payload: unknown): void {
    this.#outgoing.add(exchange.response, payload);
    exchange.answered();
  }

  /** One that was sent: most are taken at once, and only what is left is in memory. */
  sent(response: ServerResponse, body: string | Buffer): void {
    if (response.writableLength > 0) this.#outgoing.add(response, body);
  }

  #refuse(code: ErrorCode, exchange: Exchange, next: () => void): void {
    exchange.refusal = code;
    this.#pacing.send(() => {
      if (!exchange.response.destroyed) next();
    });
  }

  #startNext(): void {
    for (const queue of Object.values(this.#queues)) queue.startNext();
  }

  /** Its part inside the application: answers refusals as each surface does, and counts responses. */
  useIn(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const { refusal: code = null, retryAfterSeconds = null } = reply.raw.exchange ?? {};
      if (code === null) return done();
      if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
      if (isOpen(request.url)) allowAllOrigins(reply);
      return done(new Problem(code));
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      const exchange = Exchange.of(request.raw, reply.raw);
      this.answered(exchange, payload);
      // Whoever refuses: the search limiter, say, which would be asked again at once.
      const isNew = reply.statusCode === OVERLOADED && exchange.refusal === null;
      if (isNew && kindOf(request.method, request.url) !== null) {
        this.#pacing.send(() => done(null, payload));
      } else done(null, payload);
    });
    let stop = () => {};
    app.addHook('onListen', async () => {
      stop = this.#loop.watch();
    });
    app.addHook('preClose', async () => {
      stop();
      this.crawlers?.close();
      this.#pacing.sendAll();
    });
  }
}

/** Programs on other sites may read what they were refused with, as they may read the rest. */
const isOpen = (url: string) => isForPrograms(url) && !pathOf(url).startsWith('/api/v1');
