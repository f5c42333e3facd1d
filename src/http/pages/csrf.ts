// CSRF protection: forms are accepted only from our own pages, in the browser that got the form.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { Problem } from '../../errors.ts';
import type { Context } from '../../operations/operation.ts';
import { isEqual, newToken, signed, signingKey } from '../../operations/secrets.ts';
import { formFields } from './form-fields.ts';
import { cookieName, cookieOptions, sessionToken } from './session-cookie.ts';

/** Cookie that binds CSRF tokens to a browser before sign-in. */
const VISITOR = 'standfirst_visitor';

export const CSRF_FIELD = 'form_token';

/** CSRF token for this browser's forms: a signature of its cookie, which only this service can make. */
export async function csrfToken(
  { store, config }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const bound = boundTo(config, request) ?? newVisitor(config, reply);
  return signed(await signingKey(store), 'form', bound);
}

const boundTo = (config: Config, request: FastifyRequest) =>
  sessionToken(config, request) ?? request.cookies[cookieName(config, VISITOR)];

function newVisitor(config: Config, reply: FastifyReply): string {
  const visitor = newToken();
  reply.setCookie(cookieName(config, VISITOR), visitor, cookieOptions(config, reply.request));
  return visitor;
}

/** Refuses forms sent from other origins, or without this browser's CSRF token. */
export async function requireCsrfToken(context: Context, request: FastifyRequest): Promise<void> {
  const bound = boundTo(context.config, request);
  const given = formFields(request)[CSRF_FIELD];
  if (!isSameOrigin(request) || !bound || !given) throw new Problem('form_refused');
  const expected = signed(await signingKey(context.store), 'form', bound);
  if (!isEqual(given, expected)) throw new Problem('form_refused');
}

// Hosts are compared instead of whole origins, so that the check works behind a proxy that ends TLS. Programs send no
// Origin, but have no cookie that could be abused either.
function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = request.headers;
  return origin === undefined || URL.parse(origin)?.host === request.host;
}

/** True if the browser reports our own origin; false for programs, which report none. */
export function isFromOwnPage(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (origin !== undefined || site !== undefined) && isSameOrigin(request);
}
