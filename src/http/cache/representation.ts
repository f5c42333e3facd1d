// A finished body on its way out: encoded as the client likes, with a strong ETag for each encoding.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Keeping {
  /** For caches in front; they ask again each time unless an age is given. */
  maxAge: number;
  /** What makes it another: what is published, the time of day or the readers, or who asks. */
  changesWith?: 'content' | 'time' | 'request';
}

interface Representation extends Keeping {
  type: string;
  body: string;
}

const COMPRESSIBLE_BYTES = 1024;

/** To wake another thread for less takes this one longer than to compress it. */
const WORTH_A_THREAD_BYTES = 16 * 1024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const onThread = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export const compressors = {
  br: async (body: Buffer) =>
    isWorthAThread(body) ? onThread.br(body, BROTLI) : brotliCompressSync(body, BROTLI),
  gzip: async (body: Buffer) => (isWorthAThread(body) ? onThread.gzip(body) : gzipSync(body)),
  identity: async (body: Buffer) => body,
};

const isWorthAThread = (body: Buffer) => body.length >= WORTH_A_THREAD_BYTES;

/** A finished text. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, maxAge, changesWith = 'content' }: Representation,
): Promise<FastifyReply> {
  const bytes = Buffer.from(body);
  const encoding = encodingFor(request, bytes);
  const etag = strongTag(bytes, encoding);
  reply.header('etag', etag);
  reply.header('vary', 'Accept-Encoding');
  reply.header('cache-control', cacheControl(maxAge));
  const headers = {
    'content-type': type,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  const encoded = await compressors[encoding](bytes);
  if (changesWith !== 'request') {
    request.server.kept.keep(reply, {
      accepted: acceptedEncoding(request),
      headers: { ...headers, 'content-length': encoded.length },
      body: encoded,
      changesWith,
    });
  }
  if (isHeld(request.headers['if-none-match'], etag)) return sendHeld(reply);
  return reply.headers(headers).send(encoded);
}

/** How long caches in front may keep a public answer. */
export const cacheControl = (maxAge: number) =>
  maxAge > 0 ? `public, max-age=${maxAge}` : 'public, no-cache';

export const sendJson = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  maxAge: number,
) =>
  sendText(request, reply, {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(answer),
    maxAge,
  });

/** What the client likes best, where compressing is worth the while. */
export function encodingFor(request: FastifyRequest, bytes: Buffer): Encoding {
  return bytes.length < COMPRESSIBLE_BYTES ? 'identity' : acceptedEncoding(request);
}

export const acceptedEncoding = (request: FastifyRequest): Encoding =>
  encodingOf(request.headers['accept-encoding']);

/** What browsers and programs send is a handful of words; whoever varies them gets no room. */
const CHOICES = 100;
const chosenFor = new Map<string, Encoding>();

/** The encoding that an Accept-Encoding header likes best. */
export function encodingOf(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const words = String(accepted);
  const known = chosenFor.get(words);
  if (known) return known;
  const negotiated = negotiate(words.toLowerCase(), ['br', 'gzip', 'identity']);
  const chosen = negotiated === 'br' || negotiated === 'gzip' ? negotiated : 'identity';
  if (chosenFor.size < CHOICES) chosenFor.set(words, chosen);
  return chosen;
}

/** What one encoding of a body is known by. */
export const strongTag = (bytes: Buffer, encoding: string) =>
  `"${createHash('sha256').update(bytes).digest('base64url')}-${encoding}"`;

/** Whether an If-None-Match header names this tag, weakly compared as RFC 9110 has it. */
export function isHeld(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  // As nearly everybody says it.
  if (header === etag) return true;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** The client has it already. To a HEAD Fastify would add the length of what is not sent, but for a stream. */
export const sendHeld = (reply: FastifyReply): FastifyReply =>
  reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);
