// Sends a finished response: in the client's preferred encoding, with a strong ETag for each encoding.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface CachePolicy {
  /** Seconds, for caches in front; with 0 they revalidate each time. */
  maxAge: number;
  /** When it is stale: when content changes, with time, or with every request. */
  changesWith?: 'content' | 'time' | 'request';
}

interface Representation extends CachePolicy {
  type: string;
  body: string;
}

const COMPRESSIBLE_BYTES = 1024;

/** For less, waking a thread takes longer than compressing on this one. */
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
    request.server.responseCache.put(reply, {
      accepted: acceptedEncoding(request),
      headers: { ...headers, 'content-length': encoded.length },
      body: encoded,
      changesWith,
    });
  }
  if (matchesEtag(request.headers['if-none-match'], etag)) return sendNotModified(reply);
  return reply.headers(headers).send(encoded);
}

/** How long caches in front may use a public response. */
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

/** The client's preferred encoding, where the body is long enough to compress. */
export function encodingFor(request: FastifyRequest, bytes: Buffer): Encoding {
  return bytes.length < COMPRESSIBLE_BYTES ? 'identity' : acceptedEncoding(request);
}

export const acceptedEncoding = (request: FastifyRequest): Encoding =>
  encodingOf(request.headers['accept-encoding']);

/** Clients send a handful of different headers; whoever makes up more gets no memory. */
const CHOICES = 100;
const chosenFor = new Map<string, Encoding>();

/** The encoding that an Accept-Encoding header prefers. */
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

/** The ETag of one encoding of a body. */
export const strongTag = (bytes: Buffer, encoding: string) =>
  `"${createHash('sha256').update(bytes).digest('base64url')}-${encoding}"`;

/** Whether an If-None-Match header names this ETag, by the weak comparison of RFC 9110. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  // The usual case.
  if (header === etag) return true;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** 304: the client has it. For HEAD a stream, because Fastify adds the length of any other body. */
export const sendNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);
