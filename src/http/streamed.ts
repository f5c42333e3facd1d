// An answer that is written while it is read: its size costs no memory, and it has no ETag.

import { pipeline, Readable } from 'node:stream';
import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, cacheControl } from './representation.ts';

interface Streamed {
  type: string;
  parts: AsyncIterable<string>;
  maxAge: number;
}

/** Addresses and lists repeat themselves soon: a small window finds it, and takes little memory. */
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
  const encoding = acceptedEncoding(request);
  reply.type(type).header('vary', 'Accept-Encoding').header('cache-control', cacheControl(maxAge));
  const begun = parts[Symbol.asyncIterator]();
  // What fails before the first part is there is still answered as a failure.
  const first = await begun.next();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.method === 'HEAD') {
    await begun.return?.();
    // A stream, because nobody knows the length.
    return reply.send(Readable.from([]));
  }
  const source = Readable.from(allOf(first, begun));
  if (encoding === 'identity') return reply.send(source);
  // Whichever side breaks off, both ends are closed; the log has the request.
  return reply.send(pipeline(source, compressors[encoding](), () => {}));
}

async function* allOf(first: IteratorResult<string>, rest: AsyncIterator<string>) {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield Buffer.from(next.value);
  } finally {
    await rest.return?.();
  }
}
