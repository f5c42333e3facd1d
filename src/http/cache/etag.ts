// ETags: how one is made, compared with If-None-Match, and answered with 304.

import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** ETag of one encoding. Most processors have instructions for SHA-256. */
export const strongTag = (bytes: string | Buffer, encoding: string) =>
  `"${hash('sha256', bytes, 'base64url')}-${encoding}"`;

/** Weak comparison of RFC 9110 for If-None-Match. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** HEAD gets a stream, because Fastify adds the length of any other body. */
export const sendNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);
