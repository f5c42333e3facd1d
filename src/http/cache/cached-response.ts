// A response as it stands in the cache, and as those who wait for it get it.

import type { IncomingMessage } from 'node:http';
import type { Reads } from '../../store/content/read-record.ts';

/** Headers that belong to one client's response. */
const PER_CLIENT = /^(?:ratelimit-|retry-after$|set-cookie$)/;

const ABOUT_THE_BODY = new Set(['content-type', 'content-length', 'content-encoding']);

/** Whether a header has no place in a 304. */
export const isAboutTheBody = (name: string) => ABOUT_THE_BODY.has(name);

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
  /** For whoever has sent it, and nobody has it besides: then its body is another's. */
  release?: (() => void) | undefined;
}

/** What a response was made from. */
export interface Basis {
  /** The content version before anything was read. */
  contentVersion: number | null;
  reads: Reads;
}

/** What the headers of all responses of one kind have in common. */
export interface HeaderShape {
  readonly route: string;
  /** Names and values alternately; instead of those of its own, the values of the first that had this shape. */
  readonly headers: readonly string[];
  /** Where values of its own stand. */
  readonly own: readonly number[];
  /** Where the names of those stand that its 304 has too. */
  readonly for304: readonly number[];
}

/** Where a response is in the file: its key with headers of its own, what it was made from, and its body. */
export interface Place {
  /** No other place has it, or ever had. */
  number: number;
  at: number;
  shape: HeaderShape;
  headBytes: number;
  readsBytes: number;
  bodyBytes: number;
  /** How long its body is when it is unpacked; 0 where it is stored as it is. */
  unpackedBytes: number;
  /** By which it is known whether what stands before the body is still what was written. */
  sum: number;
}

export interface CachedResponse extends FinishedResponse {
  /** When a response that changes with time is to be made again, and when it is stale. */
  dueAt: number;
  freshUntil: number;
  /** What it was made from. */
  reads: Reads;
  /** The content version at which it was last found to be valid. */
  validAt: number;
  /** The number of its place, where it was read from the overflow file. */
  place?: number;
}

/** Node writes a text of up to 16 KB, headers included, in one go, without a buffer for it. */
export const IN_ONE_GO_BYTES = 14 * 1024;

export const bytesOf = ({
  body,
  bodyEncoding,
}: Pick<CachedResponse, 'body' | 'bodyEncoding'>): Buffer =>
  typeof body === 'string' ? Buffer.from(body, bodyEncoding) : body;

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
