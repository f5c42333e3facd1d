// A finished body on its way out: encoded as the client likes, with a strong ETag for each encoding.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Representation {
  type: string;
  body: string;
  /** For caches in front; they ask again each time unless an age is given. */
  maxAge: number;
}

type Encoding = 'br' | 'gzip' | 'identity';

const COMPRESSIBLE_BYTES = 1024;

export const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};

/** A finished text. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, maxAge }: Representation,
): Promise<FastifyReply> {
  const bytes = Buffer.from(body);
  const encoding = encodingFor(request, bytes);
  const etag = strongTag(bytes, encoding);
  reply.header('etag', etag);
  reply.header('vary', 'Accept-Encoding');
  reply.header('cache-control', cacheControl(maxAge));
  if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(type).send(await compressors[encoding](bytes));
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

export const sendHtml = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  maxAge: number,
) => sendText(request, reply, { type: 'text/html; charset=utf-8', body, maxAge });

/** What the client likes best, where compressing is worth the while. */
export function encodingFor(request: FastifyRequest, bytes: Buffer): Encoding {
  return bytes.length < COMPRESSIBLE_BYTES ? 'identity' : acceptedEncoding(request);
}

export function acceptedEncoding(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  const chosen = negotiate(String(accepted).toLowerCase(), ['br', 'gzip', 'identity']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity';
}

/** What one encoding of a body is known by. */
export const strongTag = (bytes: Buffer, encoding: string) =>
  `"${createHash('sha256').update(bytes).digest('base64url')}-${encoding}"`;

/** Whether an If-None-Match header names this tag, weakly compared as RFC 9110 has it. */
export function isHeld(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
