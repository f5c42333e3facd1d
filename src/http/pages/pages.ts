// Sends pages with their headers, and the content security policy that keeps foreign scripts out.

import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../rendering/templates/html.ts';
import { PLAYER_ORIGINS } from '../../schemas/cards/providers.ts';
import type { CachePolicy, Representation } from '../cache/send-response.ts';

interface Policy {
  /** Source of scripts, and target of requests and forms: this origin, or none. */
  acts: "'self'" | "'none'";
  styles: string;
  /** Origins of frames, which are loaded only when the reader of the page asks for them. */
  frames?: readonly string[];
}

const policy = ({ acts, styles, frames = [] }: Policy) =>
  [
    "default-src 'none'",
    `script-src ${acts}`,
    `style-src ${styles}`,
    "font-src 'self'",
    "img-src 'self' https: data:",
    `connect-src ${acts}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    `form-action ${acts}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const nonces = new WeakMap<FastifyRequest, string>();

/** Nonce with which our own script may add styles to this page. */
export function styleNonce(request: FastifyRequest): string {
  const nonce = nonces.get(request) ?? randomBytes(16).toString('base64');
  nonces.set(request, nonce);
  return nonce;
}

const PUBLIC_POLICY = policy({ acts: "'self'", styles: "'self'" });
const headersWith = (rules: string) => ({
  'content-security-policy': rules,
  'referrer-policy': 'strict-origin-when-cross-origin',
});
const PUBLIC_HEADERS = headersWith(PUBLIC_POLICY);
const PLAYER_HEADERS = headersWith(
  policy({ acts: "'self'", styles: "'self'", frames: PLAYER_ORIGINS }),
);

/** Public page: the same for every reader, cacheable until its content changes. */
export const publicPage = (
  page: Html,
  caching: CachePolicy,
  hasPlayers = false,
): Representation => ({
  type: 'text/html; charset=utf-8',
  body: document(page),
  headers: hasPlayers ? PLAYER_HEADERS : PUBLIC_HEADERS,
  ...caching,
});

/** Error page in the public layout: never cached, never indexed. */
export const sendProblemPage = (reply: FastifyReply, page: Html, status: number) =>
  send(reply, page, status, PUBLIC_POLICY);

/** Page for one person: never cached, never framed. */
export function sendPrivatePage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  const nonce = nonces.get(reply.request);
  const styles = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  reply.header('referrer-policy', 'same-origin');
  return send(reply, page, status, policy({ acts: "'self'", styles }));
}

/** Page whose URL is a secret: no scripts, no forms, and no Referer that would reveal the URL to linked sites. */
export function sendSecretPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  reply.header('referrer-policy', 'no-referrer');
  return send(reply, page, status, policy({ acts: "'none'", styles: "'self'" }));
}

function send(reply: FastifyReply, page: Html, status: number, rules: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', rules)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(document(page));
}

const document = (page: Html) => `<!doctype html>\n${page.text}`;

/** Permanent redirect that preserves the query. */
export function movedTo(reply: FastifyReply, path: string): FastifyReply {
  const { url } = reply.request;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return reply.header('cache-control', 'no-cache').redirect(path + query, 301);
}

/** After a form, the browser continues with a GET, so that reloading the page doesn't send the form again. */
export const seeOther = (reply: FastifyReply, path: string) =>
  reply.header('cache-control', 'no-store').redirect(path, 303);
