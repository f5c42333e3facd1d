// Limits the memory that all request bodies hold together; requests beyond the limit are refused.

import type { IncomingMessage } from 'node:http';
import { finished, Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../errors.ts';
import { announcesBody } from './bounds/request-kinds.ts';

/** Smaller bodies aren't counted. */
const UNCOUNTED_BYTES = 16 * 1024;
/** Share of the limit that visitors' bodies may hold. */
const VISITORS_SHARE = 0.25;

declare module 'fastify' {
  interface FastifyRequest {
    /** True if a key or a session was checked before the body is read. */
    isKnownSender: boolean;
    /** Memory that this request's body holds; null if the body is too small to count. */
    heldBody: HeldBody | null;
  }
}

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

/** Memory of one request's body, freed when the response has ended or the client is gone. */
class HeldBody {
  readonly #memory: Memory;
  #bytes = 0;
  #isOver = false;

  constructor(memory: Memory, reply: FastifyReply) {
    this.#memory = memory;
    finished(reply.raw, () => this.#free());
  }

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
 * Body bytes count when they arrive, because a client that only announces a body holds no memory. Visitors have a
 * separate share, so that they can't take the memory of signed-in writers.
 */
export function limitBodyMemory(app: FastifyInstance, bytes: number): void {
  const known = new Memory(bytes);
  const visitors = new Memory(bytes * VISITORS_SHARE);
  app.decorateRequest('isKnownSender', false);
  app.decorateRequest('heldBody', null);
  app.addHook('preParsing', (request, reply, payload, done) => {
    // Fastify reads no body of GET and HEAD.
    if (request.method === 'GET' || request.method === 'HEAD') return done(null, payload);
    // Node's stream of an absent body has already ended, and waiting for its end would never finish.
    if (!announcesBody(request.raw)) return done(null, Readable.from([]));
    if (!isCounted(request.raw)) return done(null, payload);
    const held = new HeldBody(request.isKnownSender ? known : visitors, reply);
    request.heldBody = held;
    // The multipart parser reads the request itself, and counts its bytes.
    const isMultipart = /^multipart\//i.test(request.headers['content-type'] ?? '');
    return done(null, isMultipart ? payload : counted(payload, held));
  });
}

const isCounted = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > UNCOUNTED_BYTES;

/** Counts a body's bytes. After a refusal, the rest is read and dropped, so that the client gets the response. */
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
  // Without a listener, an error in a body that isn't read would end the process.
  counter.on('error', () => {});
  // Piping starts with the first read, because the body may be refused for its length before that.
  return counter.once('resume', () => payload.pipe(counter));
}
