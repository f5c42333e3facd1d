// A request as the tables of the surfaces write it down, and short ways to write several.

import { withDeclaration } from '../support/desk/declared.ts';

export interface Fields {
  [name: string]: string;
}

/** In any text, `{name}` is replaced by what an earlier step captured under that name. */
export interface Step {
  path: string;
  /** GET, or POST where something is sent. */
  method?: string;
  /** Distinguishes this step from others with the same method and path. */
  note?: string;
  /** Whose browser sends it, with cookies and CSRF token; without, a program does. */
  as?: string;
  headers?: Fields;
  form?: Fields;
  json?: unknown;
  /** Sent as it is. */
  body?: string | Buffer;
  file?: { field: string; name: string; type: string; bytes: Buffer };
  /** The CSRF token: that of the last page opened, or a missing or wrong one. */
  token?: 'none' | 'wrong';
  /** Names for parts of the answer's head or body. */
  capture?: { [name: string]: RegExp };
  /** Bytes for the socket, in place of a request. */
  raw?: string;
  /** Sent this many times before it is recorded, while the clock doesn't move. */
  before?: number;
  /** Asked again until the answer has this in it, since it waits for something in the background. */
  until?: RegExp;
  /** Milliseconds before it is sent. */
  wait?: number;
  /** At the same time as the step before. */
  still?: boolean;
  /** Not recorded: only a way to the next. */
  silent?: boolean;
}

export const get = (path: string, more: Partial<Step> = {}): Step => ({ path, ...more });

export const gets = (paths: readonly string[], more: Partial<Step> = {}): Step[] =>
  paths.map((path) => ({ path, ...more }));

/** A form of the page at the same address, which is opened first; one that publishes says who wrote it. */
export const submit = (as: string, path: string, form: Fields = {}, more: Partial<Step> = {}) => [
  { path, as, silent: true },
  { path, as, form: withDeclaration(path, form), ...more },
];

/** All that can be asked of an address that is read: also what it refuses. */
export const reading = (path: string): Step[] => [
  { path },
  { path, method: 'HEAD' },
  { path, headers: { 'if-none-match': '{etag}' }, note: 'held' },
  { path, headers: { 'if-none-match': '*' }, method: 'HEAD', note: 'held' },
  { path, headers: { 'accept-encoding': 'gzip' }, method: 'HEAD', note: 'gzip, not kept yet' },
  { path, headers: { 'accept-encoding': 'gzip' }, note: 'gzip' },
  { path, headers: { 'accept-encoding': 'gzip, br' }, note: 'br' },
  { path, headers: { 'accept-encoding': 'br', 'if-none-match': '{etag}' }, note: 'br, held' },
  { path, headers: { origin: 'https://elsewhere.example' }, note: 'from elsewhere' },
  ...refusing(path),
];

/** The preflight, and methods that an address does not take. */
export const refusing = (path: string, methods = ['POST', 'PUT', 'DELETE', 'PATCH']): Step[] => [
  { path, method: 'OPTIONS' },
  {
    path,
    method: 'OPTIONS',
    note: 'preflight',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'content-type',
    },
  },
  ...methods.map((method) => ({ path, method })),
];
