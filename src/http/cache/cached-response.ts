// A response as it stands in the cache, and as those who wait for it get it.

import type { IncomingMessage } from 'node:http';
import type { StoredResponse } from '../../store/cached-responses/cached-responses.ts';
import type { Reads } from '../../store/content/read-record.ts';

/** Headers that belong to one client's response. */
const PER_CLIENT = /^(?:ratelimit-|retry-after$|set-cookie$)/;

const ABOUT_THE_BODY = new Set(['content-type', 'content-length', 'content-encoding']);

/** Whether a header has no place in a 304. */
const isAboutTheBody = (name: string) => ABOUT_THE_BODY.has(name);

/** The headers of a response, and those of its 304: names and values alternately. */
export interface ResponseHeaders {
  etag: string;
  headers: string[];
  headersFor304: string[];
}

/** How a body that is a text becomes bytes. What is ASCII is sent sooner as Latin-1. */
export type BodyEncoding = 'latin1' | 'utf8';

/** One encoding of a response, headers included. */
export interface FinishedResponse extends ResponseHeaders {
  /** The route's pattern, as the router knows it. */
  route: string;
  body: string | Buffer;
  bodyEncoding: BodyEncoding;
}

/** What a response was made from. */
export interface Basis {
  /** The content version before anything was read. */
  contentVersion: number | null;
  reads: Reads;
}

export interface CachedResponse extends FinishedResponse {
  /** When a response that changes with time is to be made again, and when it is stale. */
  dueAt: number;
  freshUntil: number;
  /** What it was made from. */
  reads: Reads;
  /** The content version at which it was last found to be valid. */
  validAt: number;
  /** Which of the cache's files it was last written to. */
  generation: number;
}

/** Node writes a text of up to 16 KB, headers included, in one go, without a buffer for it. */
const IN_ONE_GO_BYTES = 14 * 1024;

export const bytesOf = ({
  body,
  bodyEncoding,
}: Pick<CachedResponse, 'body' | 'bodyEncoding'>): Buffer =>
  typeof body === 'string' ? Buffer.from(body, bodyEncoding) : body;

/** The route and headers of a response, as the cache's file has them. */
export const storedHead = ({ route, headers }: Pick<FinishedResponse, 'route' | 'headers'>) =>
  JSON.stringify([route, ...headers]);

export function finishedFrom({
  head,
  body,
}: Pick<StoredResponse, 'head' | 'body'>): FinishedResponse {
  const [route = '', ...headers]: string[] = JSON.parse(head);
  const headersFor304: string[] = [];
  let etag = '';
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    if (name === 'etag') etag = value;
    if (!isAboutTheBody(name)) headersFor304.push(name, value);
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  return { route, etag, headers, headersFor304, ...sentBody(bytes) };
}

/** A short body is a text of which each character is a byte: sending it takes the least time. */
export const sentBody = (bytes: Buffer): Pick<FinishedResponse, 'body' | 'bodyEncoding'> => ({
  body: bytes.length <= IN_ONE_GO_BYTES ? bytes.toString('latin1') : copyOf(bytes),
  bodyEncoding: 'latin1',
});

/** Memory of its own: a body may be a slice of a pooled block, which it would keep alive as a whole. */
function copyOf(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** A cached response that was sent before the router saw its request. */
export interface FastResponse {
  request: IncomingMessage;
  route: string;
  status: 200 | 304;
  /** How long it waited for another request to compute the response. */
  waitedMs: number;
}

interface Headers {
  readonly [name: string]: unknown;
}

/** Names and values of headers that every client gets. */
export type SharedHeaders = readonly (readonly [name: string, value: string])[];

/** Of these, those that don't belong to one client. */
export const sharedHeaders = (headers: Headers): SharedHeaders =>
  Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !PER_CLIENT.test(name))
    .map(([name, value]) => [name, String(value)]);

/** Without those about the body, for a response that has none. */
export const withoutBody = (headers: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isAboutTheBody(name)));

/** Its own, and of the shared ones those that it has not. */
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
