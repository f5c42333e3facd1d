// A slash at the end of a URL leads on to the same without it, where there is something.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPrivate, pathOf } from '../bounds/request-kinds.ts';
import { allowAllOrigins } from '../cors.ts';

/** A path on this host. With a second slash, or a backslash, a browser would take it for another one. */
const OWN_PATH = /^\/[^/\\]/;

/** Browsers take a 301 of a form for a GET without its fields. Programs send a 308 on as it was. */
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

const isForPrograms = (path: string) => path.startsWith('/api/');

/** Before the router's own answer: it takes `/author/ada/` for a piece that has no slug. */
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

/** Whether a URL has any method. A pattern that is a parameter alone takes any word, and does not tell. */
function isRoute(app: FastifyInstance, path: string): boolean {
  const found = app.findRoute({ method: 'OPTIONS', url: path });
  return found !== null && pathOf(path) !== `/${Object.values(found.params).join('/')}`;
}

/** Browsers follow no redirect of a preflight, so it gets what it would without the slash. For `rewriteUrl`. */
export function urlOfPreflight({ method, url = '' }: IncomingMessage): string {
  if (method !== 'OPTIONS') return url;
  const end = endOfPath(url);
  return (withoutSlashes(url.slice(0, end)) || '/') + url.slice(end);
}

const withoutSlashes = (path: string) => path.replace(/\/+$/, '');

function endOfPath(url: string): number {
  const end = url.search(/[?#]/);
  return end === -1 ? url.length : end;
}
