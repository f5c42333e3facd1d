// An answer that is written while it is read, where it is too long to be held: its size costs no memory.

import { pipeline, Readable } from 'node:stream';
import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, cacheControl, sendText } from './representation.ts';

interface Streamed {
  type: string;
  parts: AsyncIterable<string>;
  maxAge: number;
}

/** Up to here it is held, and has an ETag like any other answer. */
const HELD_CHARACTERS = 256 * 1024;

/** Urls and lists repeat themselves soon: a small window finds it, and takes little memory. */
const BROTLI = { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_LGWIN]: 17 };

const compressors = {
  br: () => createBrotliCompress({ params: BROTLI }),
  gzip: () => createGzip(),
};

export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, parts, maxAge }: Streamed,
): Promise<FastifyReply> {
  const rest = parts[Symbol.asyncIterator]();
  // What fails this early is still answered as a failure.
  const { head, isWhole } = await begin(rest);
  if (isWhole) return sendText(request, reply, { type, body: head, maxAge });
  const encoding = acceptedEncoding(request);
  reply.type(type).header('vary', 'Accept-Encoding').header('cache-control', cacheControl(maxAge));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.method === 'HEAD') {
    await rest.return?.();
    // A stream, because nobody knows the length.
    return reply.send(Readable.from([]));
  }
  const source = Readable.from(allOf(head, rest));
  if (encoding === 'identity') return reply.send(source);
  // Whichever side breaks off, both ends are closed; the log has the request.
  return reply.send(pipeline(source, compressors[encoding](), () => {}));
}

async function begin(parts: AsyncIterator<string>) {
  let head = '';
  while (head.length <= HELD_CHARACTERS) {
    const next = await parts.next();
    if (next.done) return { head, isWhole: true };
    head += next.value;
  }
  return { head, isWhole: false };
}

async function* allOf(head: string, rest: AsyncIterator<string>) {
  try {
    yield Buffer.from(head);
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      yield Buffer.from(next.value);
    }
  } finally {
    await rest.return?.();
  }
}
