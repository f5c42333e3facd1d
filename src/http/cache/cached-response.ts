// Cached responses: their headers and bodies in memory, in the file and on the wire.

import type { IncomingMessage } from 'node:http';
import type { FoundResponse } from '../../store/cached-responses/cached-responses.ts';
import type { Reads } from '../../store/topics/read-record.ts';

/** Headers that differ for each client, so that a shared response must not have them. */
const PER_CLIENT = /^(?:ratelimit-|retry-after$|set-cookie$)/;

const ABOUT_THE_BODY = new Set(['content-type', 'content-length', 'content-encoding']);

const isAboutTheBody = (name: string) => ABOUT_THE_BODY.has(name);

/** Headers of a response and of its 304, in arrays that alternate names and values. */
export interface ResponseHeaders {
  etag: string;
  headers: string[];
  headersFor304: string[];
}

/** Encoding of a text body: Node sends ASCII faster as Latin-1. */
export type BodyEncoding = 'latin1' | 'utf8';

export interface FinishedResponse extends ResponseHeaders {
  route: string;
  body: string | Buffer;
  bodyEncoding: BodyEncoding;
}

export interface Basis {
  /** Content version before the response's content was read. */
  contentVersion: number | null;
  reads: Reads;
}

export interface CachedResponse extends FinishedResponse {
  /** Times from which a response that changes with time is recomputed (`dueAt`) and no longer sent (`freshUntil`). */
  dueAt: number;
  freshUntil: number;
  reads: Reads;
  /** Content version at which the response was last known to be valid. */
  validAt: number;
  /** Generation of the cache file that contains this response. */
  generation: number;
}

/** Longest body sent as text: Node writes up to 16 KB of text, headers included, in one write, unbuffered. */
const IN_ONE_GO_BYTES = 14 * 1024;

export const bytesOf = ({
  body,
  bodyEncoding,
}: Pick<CachedResponse, 'body' | 'bodyEncoding'>): Buffer =>
  typeof body === 'string' ? Buffer.from(body, bodyEncoding) : body;

export const storedHead = ({ route, headers }: Pick<FinishedResponse, 'route' | 'headers'>) =>
  JSON.stringify([route, ...headers]);

export function finishedFrom({ head, body }: FoundResponse): FinishedResponse {
  const [route = '', ...headers]: string[] = JSON.parse(head);
  const headersFor304: string[] = [];
  let etag = '';
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    if (name === 'etag') etag = value;
    if (!isAboutTheBody(name)) headersFor304.push(name, value);
  }
  const sent = sentBody(Buffer.from(body.buffer, body.byteOffset, body.length));
  return { route, etag, headers, headersFor304, ...sent };
}

/** Short bodies become Latin-1 text, one character per byte, because Node sends text faster than a buffer. */
export const sentBody = (bytes: Buffer): Pick<FinishedResponse, 'body' | 'bodyEncoding'> => ({
  body: bytes.length <= IN_ONE_GO_BYTES ? bytes.toString('latin1') : copyOf(bytes),
  bodyEncoding: 'latin1',
});

/** Slices of a pooled block are copied, because a slice would keep the whole block alive. */
function copyOf(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export interface FastResponse {
  request: IncomingMessage;
  route: string;
  status: 200 | 304;
  /** Time for which the request waited for another request to compute the response. */
  waitedMs: number;
}

interface Headers {
  readonly [name: string]: unknown;
}

export type SharedHeaders = readonly (readonly [name: string, value: string])[];

export const sharedHeaders = (headers: Headers): SharedHeaders =>
  Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !PER_CLIENT.test(name))
    .map(([name, value]) => [name, String(value)]);

export const withoutBody = (headers: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isAboutTheBody(name)));

export function headersOf(
  shared: SharedHeaders,
  own: { readonly [name: string]: string },
): ResponseHeaders {
  const headers: string[] = [];
  const headersFor304: string[] = [];
  for (const [name, value] of shared) {
    if (name in own) continue;
    headers.push(name, value);
    headersFor304.push(name, value);
  }
  for (const name in own) {
    const value = own[name] ?? '';
    headers.push(name, value);
    if (!isAboutTheBody(name)) headersFor304.push(name, value);
  }
  return { etag: own['etag'] ?? '', headers, headersFor304 };
}
