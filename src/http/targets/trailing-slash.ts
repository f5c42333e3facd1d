// Redirects a URL with a trailing slash to the same URL without it, if that exists.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPrivate, pathOf } from '../bounds/request-kinds.ts';
import { allowAllOrigins } from '../cors.ts';

/** Paths on this host: browsers read a second slash or a backslash as the start of another host. */
const OWN_PATH = /^\/[^/\\]/;

/** Pages redirect only reads: a 301 would turn a form into a GET without fields. Programs get a 308 instead. */
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

const isForPrograms = (path: string) => path.startsWith('/api/');

/** Redirects before the route's handler runs, because the router sees `/author/ada/` as a piece without a slug. */
export function leadOnFromSlashes(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    const end = endOfPath(url);
    if (end < 2 || url[end - 1] !== '/') return done();
    const path = withoutSlashes(url.slice(0, end));
    const isTheirs = isRead(request) || isForPrograms(path);
    if (!isTheirs || !OWN_PATH.test(path) || !isRoute(app, path)) return done();
    if (!isPrivate(path)) allowAllOrigins(reply);
    reply
      .header('cache-control', isPrivate(path) ? 'no-store' : 'no-cache')
      .redirect(path + url.slice(end), isForPrograms(path) ? 308 : 301);
  });
}

/** True if the URL has a route. A pattern of only one parameter doesn't count, because it matches any word. */
function isRoute(app: FastifyInstance, path: string): boolean {
  const found = app.findRoute({ method: 'OPTIONS', url: path });
  return found !== null && pathOf(path) !== `/${Object.values(found.params).join('/')}`;
}

/** Browsers don't follow a preflight's redirect, so it gets the other URL's response. Used in `rewriteUrl`. */
export function urlOfPreflight({ method, url = '' }: IncomingMessage): string {
  if (method !== 'OPTIONS') return url;
  const end = endOfPath(url);
  const path = withoutSlashes(url.slice(0, end));
  return OWN_PATH.test(path) ? path + url.slice(end) : url;
}

const withoutSlashes = (path: string) => path.replace(/\/+$/, '');

function endOfPath(url: string): number {
  const end = url.search(/[?#]/);
  return end === -1 ? url.length : end;
}
