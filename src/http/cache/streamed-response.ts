// Streams a response that is too long for memory while its rows are read.

import { pipeline, Readable } from 'node:stream';
import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, cacheControl, sendText } from './send-response.ts';

interface Streamed {
  type: string;
  parts: AsyncIterable<string>;
  maxAge: number;
}

/** Longest response that is buffered, has an ETag and is cached, instead of being streamed. */
const BUFFERED_CHARACTERS = 1024 * 1024;

/** URLs and lists repeat themselves within a short distance, so a small window suffices and saves memory. */
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
  // A failure before the response has begun still gets an error status.
  const { head, isWhole } = await begin(rest);
  if (isWhole) return sendText(request, reply, { type, body: head, maxAge });
  const encoding = acceptedEncoding(request);
  reply.type(type).header('vary', 'Accept-Encoding').header('cache-control', cacheControl(maxAge));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (request.method === 'HEAD') {
    await rest.return?.();
    // Streams are sent without a Content-Length, which is unknown here.
    return reply.send(Readable.from([]));
  }
  await takeSlot(reply, rest);
  const source = Readable.from(allOf(head, rest));
  if (encoding === 'identity') return reply.send(source);
  // `pipeline` closes both streams if either fails; the request log has the failure.
  return reply.send(pipeline(source, compressors[encoding](), () => {}));
}

async function takeSlot(reply: FastifyReply, rest: AsyncIterator<string>): Promise<void> {
  try {
    reply.server.streamSlots.take(reply);
  } catch (error) {
    await rest.return?.();
    throw error;
  }
}

async function begin(parts: AsyncIterator<string>) {
  let head = '';
  while (head.length <= BUFFERED_CHARACTERS) {
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
