// How a page leaves: its headers, and the policy that keeps foreign script out of it.

import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../rendering/templates/html.ts';
import { type Keeping, sendText } from '../cache/representation.ts';

interface Policy {
  /** Where scripts come from, requests go and forms lead: here, or nowhere. */
  acts: "'self'" | "'none'";
  styles: string;
}

const policy = ({ acts, styles }: Policy) =>
  [
    "default-src 'none'",
    `script-src ${acts}`,
    `style-src ${styles}`,
    "font-src 'self'",
    "img-src 'self' https: data:",
    `connect-src ${acts}`,
    `form-action ${acts}`,
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

const PUBLIC_POLICY = policy({ acts: "'self'", styles: "'self'" });

/** A page that is everybody's: the same for all, kept by caches as long as nothing in it changes. */
export function sendPublicPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Html,
  keeping: Keeping,
): Promise<FastifyReply> {
  reply
    .header('content-security-policy', PUBLIC_POLICY)
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .header('x-content-type-options', 'nosniff');
  return sendText(request, reply, {
    type: 'text/html; charset=utf-8',
    body: document(page),
    ...keeping,
  });
}

/** What went wrong, in the public frame: never kept, never found by a search engine. */
export const sendProblemPage = (reply: FastifyReply, page: Html, status: number) =>
  send(reply, page, status, PUBLIC_POLICY);

/** A page that is one person's: never kept by a cache, never shown in a frame. */
export function sendPrivatePage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  const nonce = nonces.get(reply.request);
  const styles = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  reply.header('referrer-policy', 'same-origin');
  return send(reply, page, status, policy({ acts: "'self'", styles }));
}

/**
 * The same for a page whose address is a secret and that is only read: nothing runs in it, nothing
 * is sent from it, and no link of it tells where it was followed.
 */
export function sendSecretPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  reply.header('referrer-policy', 'no-referrer');
  return send(reply, page, status, policy({ acts: "'none'", styles: "'self'" }));
}

function send(reply: FastifyReply, page: Html, status: number, rules: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', rules)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(document(page));
}

const document = (page: Html) => `<!doctype html>\n${page.text}`;

/** For good: what is asked for has another address now. The query goes along. */
export function movedTo(reply: FastifyReply, path: string): FastifyReply {
  const { url } = reply.request;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return reply.header('cache-control', 'no-cache').redirect(path + query, 301);
}

/** After a form was taken: the browser goes on with a GET, so that a reload repeats nothing. */
export const seeOther = (reply: FastifyReply, path: string) =>
  reply.header('cache-control', 'no-store').redirect(path, 303);
