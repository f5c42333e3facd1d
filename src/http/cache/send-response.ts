// Sends a computed response in the client's preferred encoding, with a strong ETag for each encoding.

import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AiUses, contentUsage } from '../../schemas/ai-uses.ts';
import { kindOf } from '../bounds/request-kinds.ts';
import { cacheKeyOf } from './cache-key.ts';
import {
  type Basis,
  type BodyEncoding,
  headersOf,
  sharedHeaders,
  withoutBody,
} from './cached-response.ts';
import { matchesEtag, sendNotModified, strongTag } from './etag.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface CachePolicy {
  /** Seconds for which shared caches and browsers may keep the response; with 0, they revalidate each time. */
  maxAge: number;
  changesWith?: 'content' | 'time' | 'request';
}

export interface Representation extends CachePolicy {
  type: string;
  body: string;
  /** Length in UTF-8, if known: counting the bytes would flatten a concatenated string. */
  bytes?: number | undefined;
  /** Short text that changes whenever the body does, to be hashed instead of the body. */
  identity?: string;
  /**
   * Last-Modified of the content, for information only. If-Modified-Since is ignored, because that time doesn't show
   * changes within a second, unpublished pieces and renamed authors.
   */
  modifiedAt?: string | undefined;
  /** AI uses that the writer allows, if the response belongs to one writer. */
  aiUses?: AiUses | undefined;
  headers?: { readonly [name: string]: string };
}

interface Encoded {
  etag: string;
  headers: { [name: string]: string };
  body: string | Buffer;
  bodyEncoding: BodyEncoding;
}

const COMPRESSIBLE_BYTES = 1024;

/** Shorter bodies are compressed synchronously, because waking a thread would take several times as long. */
const WORTH_A_THREAD_BYTES = 32 * 1024;

/** Brotli window of 2^15 bytes, which covers a body shorter than WORTH_A_THREAD_BYTES. */
const QUICK_WINDOW = 15;

/** Longer text becomes a buffer, because text that waits to be sent takes two bytes per character. */
const WORTH_A_BUFFER_BYTES = 64 * 1024;

/** Brotli quality 1 takes a third of the time of quality 4, and makes short bodies only 3 to 4 % longer. */
const QUICK_BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_LGWIN]: QUICK_WINDOW,
  },
};
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const brotliOnThread = promisify(brotliCompress);
const gzipOnThread = promisify(gzip);

const onThread = {
  br: (body: Buffer) => brotliOnThread(body, BROTLI),
  gzip: (body: Buffer) => gzipOnThread(body),
};

const onThisThread = {
  br: (body: Buffer) => brotliCompressSync(body, QUICK_BROTLI),
  gzip: (body: Buffer) => gzipSync(body),
};

const isWorthAThread = (length: number) => length >= WORTH_A_THREAD_BYTES;

export async function compressed(encoding: Encoding, body: Buffer): Promise<Buffer> {
  if (encoding === 'identity') return body;
  return isWorthAThread(body.length) ? onThread[encoding](body) : onThisThread[encoding](body);
}

export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
  // If reads weren't recorded, the response depends on every change of content.
  basis: Basis = { contentVersion: request.contentVersion, reads: null },
): Promise<FastifyReply> {
  const accepted = acceptedEncoding(request);
  const { changesWith = 'content' } = representation;
  const { etag, headers, body, bodyEncoding } = await encodedFor(accepted, representation);
  if (changesWith !== 'request') {
    const { method, url, routeOptions, server } = request;
    const cacheable = {
      ...{ key: cacheKeyOf(url), basis, accepted, body, bodyEncoding, changesWith },
      route: routeOptions.url ?? url,
      headers: headersOf(sharedHeaders(reply.getHeaders()), headers),
    };
    const isQuick = changesWith === 'content' && kindOf(method, url) === 'read';
    server.responseCache.put(cacheable, isQuick);
  }
  if (matchesEtag(request.headers['if-none-match'], etag))
    return sendNotModified(reply.headers(withoutBody(headers)));
  // Fastify would add a charset to the content type of a text body.
  const isText = representation.type.includes('charset');
  return reply.headers(headers).send(isText ? body : Buffer.from(body));
}

async function encodedFor(accepted: Encoding, given: Representation): Promise<Encoded> {
  const { bytes: length = Buffer.byteLength(given.body) } = given;
  // Short bodies stay text, which Node writes without a buffer.
  if (accepted === 'identity' || length < COMPRESSIBLE_BYTES) {
    const body = length < WORTH_A_BUFFER_BYTES ? given.body : Buffer.from(given.body);
    const bodyEncoding = length === given.body.length ? 'latin1' : 'utf8';
    return { ...encodedAs('identity', given, length), body, bodyEncoding };
  }
  const body = await compressed(accepted, Buffer.from(given.body));
  return { ...encodedAs(accepted, given, body.length), body, bodyEncoding: 'utf8' };
}

function encodedAs(
  encoding: Encoding,
  { type, body, identity = body, maxAge, modifiedAt, aiUses, headers }: Representation,
  length: number,
): Omit<Encoded, 'body' | 'bodyEncoding'> {
  const etag = strongTag(identity, encoding);
  const own: { [name: string]: string } = {
    ...headers,
    etag,
    vary: 'Accept-Encoding',
    'cache-control': cacheControl(maxAge),
    'content-type': type,
    'content-length': `${length}`,
  };
  const usage = aiUses && contentUsage(aiUses);
  if (usage) own['content-usage'] = usage;
  if (modifiedAt) own['last-modified'] = new Date(modifiedAt).toUTCString();
  if (encoding !== 'identity') own['content-encoding'] = encoding;
  return { etag, headers: own };
}

export const cacheControl = (maxAge: number) =>
  maxAge > 0 ? `public, max-age=${maxAge}` : 'public, no-cache';

export const JSON_ANSWER = { type: 'application/json; charset=utf-8' };

export const asJson = (answer: unknown, maxAge: number): Representation => ({
  ...JSON_ANSWER,
  body: JSON.stringify(answer),
  maxAge,
});

export const sendJson = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  maxAge: number,
) => sendText(request, reply, asJson(answer, maxAge));

export function encodingFor(request: FastifyRequest, bytes: Buffer): Encoding {
  return bytes.length < COMPRESSIBLE_BYTES ? 'identity' : acceptedEncoding(request);
}

export const acceptedEncoding = (request: FastifyRequest): Encoding =>
  encodingOf(request.headers['accept-encoding']);

/** Accept-Encoding values cached: real clients send few different ones, and made-up ones get no memory. */
const CHOICES = 100;
const chosenFor = new Map<string, Encoding>();

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
