// How a page leaves: its headers, and the policy that keeps foreign script out of it.

import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../rendering/html.ts';

const policy = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "font-src 'self'",
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const nonces = new WeakMap<FastifyRequest, string>();

/** Lets a script of ours add styles of its own to this answer: they carry what is given here. */
export function styleNonce(request: FastifyRequest): string {
  const nonce = nonces.get(request) ?? randomBytes(16).toString('base64');
  nonces.set(request, nonce);
  return nonce;
}

function policyFor({ request }: FastifyReply): string {
  const nonce = nonces.get(request);
  return policy(nonce ? `'self' 'nonce-${nonce}'` : "'self'");
}

/** A page that is one person's: never kept by a cache, never shown in a frame. */
export function sendPrivatePage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policyFor(reply))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>\n${page.text}`);
}

/** After a form was taken: the browser goes on with a GET, so that a reload repeats nothing. */
export const seeOther = (reply: FastifyReply, path: string) =>
  reply.header('cache-control', 'no-store').redirect(path, 303);
