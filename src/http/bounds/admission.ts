// Admission: which requests the router gets, when, and which are refused before they cost anything.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ErrorCode, Problem } from '../../errors.ts';
import type { Bounds } from '../../schemas/limits.ts';
import { allowAllOrigins } from '../cors.ts';
import { isForPrograms } from '../error-responses.ts';
import { ArrivingBodies } from './arriving-bodies.ts';
import { EventLoopLoad } from './event-loop.ts';
import { OutgoingBytes } from './outgoing-bytes.ts';
import { RefusalPacing } from './refusal-pacing.ts';
import { hasBody, pathOf, type RequestKind } from './request-kinds.ts';
import { RequestQueue } from './request-queue.ts';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Hands the request to the router. */
  next: () => void;
}

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission;
  }
}

export class Admission {
  readonly #queues: { readonly [kind in keyof Bounds['kinds']]: RequestQueue };
  readonly #bodies: ArrivingBodies;
  readonly #pacing: RefusalPacing;
  readonly #loop: EventLoopLoad;
  readonly #outgoing: OutgoingBytes;
  readonly #refused = new WeakMap<IncomingMessage, ErrorCode>();
  /** What a request has entered and not left. */
  readonly #entered = new WeakMap<IncomingMessage, RequestQueue[]>();

  constructor(bounds: Bounds, networkOf: (request: IncomingMessage) => string) {
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
    this.#bodies = new ArrivingBodies(bodiesOfOne, networkOf);
    this.#pacing = new RefusalPacing(refusals);
    this.#loop = new EventLoopLoad(eventLoop);
  }

  /** Hands a request to the router: now, in its turn, or to be refused. */
  admit(kind: RequestKind | null, exchange: Exchange): void {
    const { request, response, next } = exchange;
    if (kind === null) {
      next();
      return;
    }
    const refuse = () => this.#refuse(kind, exchange);
    // Whoever writes or signs in is let in for as long as anything works.
    if (this.#loop.isOverloaded && kind !== 'write') {
      refuse();
      return;
    }
    if (hasBody(request) && !this.#bodies.begin(request, response)) {
      refuse();
      return;
    }
    const queue = this.#queues[kind];
    const start = () => {
      this.#enter(request, queue);
      response.once('close', () => this.leave(request));
      next();
    };
    // Whoever has gone meanwhile needs no answer.
    queue.enter(() => (response.destroyed ? queue.leave() : start()), refuse);
  }

  /** Waits for a turn among the tool calls, whose bodies have arrived by now. */
  toolTurn({ raw }: FastifyRequest): Promise<void> {
    const queue = this.#queues.tool;
    return new Promise((resolve, reject) => {
      queue.enter(
        () => {
          if (raw.socket.destroyed) queue.leave();
          else this.#enter(raw, queue);
          resolve();
        },
        () => reject(new Problem('overloaded')),
      );
    });
  }

  #enter(request: IncomingMessage, queue: RequestQueue): void {
    this.#entered.set(request, [...(this.#entered.get(request) ?? []), queue]);
  }

  /** As soon as there is a response: sending it to a slow client takes nobody's turn. */
  leave(request: IncomingMessage): void {
    const queues = this.#entered.get(request) ?? [];
    this.#entered.delete(request);
    for (const queue of queues) queue.leave();
  }

  #refuse(kind: RequestKind, { request, response, next }: Exchange): void {
    this.#refused.set(request, kind === 'search' ? 'search_busy' : 'overloaded');
    this.#pacing.send(() => {
      if (!response.destroyed) next();
    });
  }

  #startNext(): void {
    for (const queue of Object.values(this.#queues)) queue.startNext();
  }

  /** Its part inside the application: answers refusals as each surface does, and counts responses. */
  useIn(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const code = this.#refused.get(request.raw);
      if (code === undefined) return done();
      if (isOpen(request.url)) allowAllOrigins(reply);
      return done(new Problem(code));
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      this.#outgoing.add(reply.raw, payload);
      this.leave(request.raw);
      done(null, payload);
    });
    let stop = () => {};
    app.addHook('onListen', async () => {
      stop = this.#loop.watch();
    });
    app.addHook('preClose', async () => {
      stop();
      this.#pacing.sendAll();
    });
  }
}

/** Programs on other sites may read what they were refused with, as they may read the rest. */
const isOpen = (url: string) => isForPrograms(url) && !pathOf(url).startsWith('/api/v1');
