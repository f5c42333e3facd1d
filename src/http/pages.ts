// How a page leaves: its headers, and the policy that keeps foreign script out of it.

import type { FastifyReply } from 'fastify';
import type { Html } from '../rendering/html.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For a page that is only read: nothing runs in it, and nothing is sent from it. */
const READING_POLICY = POLICY.replace(/(script-src|connect-src|form-action) 'self'/g, "$1 'none'");

/** A page that is one person's: never kept by a cache, never shown in a frame. */
export const sendPrivatePage = (reply: FastifyReply, page: Html, status = 200) =>
  send(reply.header('referrer-policy', 'same-origin'), page, status, POLICY);

/** The same for a page whose address is a secret: no link of it tells where it was followed. */
export const sendSecretPage = (reply: FastifyReply, page: Html, status = 200) =>
  send(reply.header('referrer-policy', 'no-referrer'), page, status, READING_POLICY);

function send(reply: FastifyReply, page: Html, status: number, policy: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>\n${page.text}`);
}

/** After a form was taken: the browser goes on with a GET, so that a reload repeats nothing. */
export const seeOther = (reply: FastifyReply, path: string) =>
  reply.header('cache-control', 'no-store').redirect(path, 303);
