// How much of all request bodies together is held in memory: beyond a limit, the next is refused.

import type { IncomingMessage } from 'node:http';
import { finished, Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../errors.ts';
import { BODY_MEMORY } from '../schemas/limits.ts';
import { announcesBody } from './bounds/request-kinds.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a key or a session was found before the body is read. */
    isKnownSender: boolean;
    /** What this request's body holds; null where it is too small to count. */
    heldBody: HeldBody | null;
  }
}

/** A number of bytes that many requests share. */
class Memory {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  take(bytes: number): void {
    if (this.#held + bytes > this.#most) throw new Problem('overloaded');
    this.#held += bytes;
  }

  free(bytes: number): void {
    this.#held -= bytes;
  }
}

/** The part of one request, free again once it is answered or its client is gone. */
class HeldBody {
  readonly #memory: Memory;
  #bytes = 0;
  #isOver = false;

  constructor(memory: Memory, reply: FastifyReply) {
    this.#memory = memory;
    finished(reply.raw, () => this.#free());
  }

  /** Counts what has arrived, or throws if that is too much. */
  add(bytes: number): void {
    if (this.#isOver) return;
    this.#memory.take(bytes);
    this.#bytes += bytes;
  }

  #free(): void {
    this.#isOver = true;
    this.#memory.free(this.#bytes);
    this.#bytes = 0;
  }
}

/**
 * Counts bytes as they arrive, not as they are announced: whoever only announces holds nothing.
 * Visitors have a share of their own, so that they can't take the room of those who write.
 */
export function limitBodyMemory(app: FastifyInstance, bytes: number): void {
  const known = new Memory(bytes);
  const visitors = new Memory(bytes * BODY_MEMORY.visitorsShare);
  app.decorateRequest('isKnownSender', false);
  app.decorateRequest('heldBody', null);
  app.addHook('preParsing', (request, reply, payload, done) => {
    // Fastify reads no body of these.
    if (request.method === 'GET' || request.method === 'HEAD') return done(null, payload);
    // Node's own is over before it begins, and whoever waits for its end waits for ever.
    if (!announcesBody(request.raw)) return done(null, Readable.from([]));
    if (!isCounted(request.raw)) return done(null, payload);
    const held = new HeldBody(request.isKnownSender ? known : visitors, reply);
    request.heldBody = held;
    // The parser of multipart bodies reads the request itself, and counts.
    const isMultipart = /^multipart\//i.test(request.headers['content-type'] ?? '');
    return done(null, isMultipart ? payload : counted(payload, held));
  });
}

const isCounted = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > BODY_MEMORY.uncountedBytes;

/** The same bytes, counted. What is refused is still read, and dropped: its sender must hear the answer. */
function counted(payload: Readable, held: HeldBody): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        held.add(chunk.length);
        done(null, chunk);
      } catch (error) {
        payload.unpipe(counter).resume();
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  finished(payload, (error) => {
    if (error) counter.destroy(error);
  });
  // Where nobody reads it, nobody listens either, and the error would end the process.
  counter.on('error', () => {});
  // Not before it is read: until then it may still be refused for its length.
  return counter.once('resume', () => payload.pipe(counter));
}
