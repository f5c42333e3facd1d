// The browser's side of a session: its cookie, and the proof that a form comes from our own page.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { type SignedIn, sessionFor } from '../../operations/accounts/sessions.ts';
import type { Context } from '../../operations/operation.ts';
import { isEqual, newToken, signed, signingKey } from '../../operations/secrets.ts';

const SESSION = 'standfirst_session';
/** Before anyone has signed in, forms are bound to this browser by a cookie of their own. */
const VISITOR = 'standfirst_visitor';

export const FORM_TOKEN = 'form_token';

export async function sessionOf(
  context: Context,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  // Cookies are not read yet where a request is refused early.
  const token = request.cookies?.[SESSION];
  return token ? sessionFor(context, token) : null;
}

export function keepSession(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION, token, { ...cookieOptions(request), maxAge: 30 * 24 * 60 * 60 });
}

export function dropSession(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(SESSION, cookieOptions(request));
}

const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;

/** What a form must carry: it can be made from this browser's cookie alone, and only by us. */
export async function csrfToken(
  { store }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  return signed(await signingKey(store), 'form', boundTo(request) ?? newVisitor(request, reply));
}

const boundTo = ({ cookies }: FastifyRequest) => cookies[SESSION] ?? cookies[VISITOR];

function newVisitor(request: FastifyRequest, reply: FastifyReply): string {
  const visitor = newToken();
  reply.setCookie(VISITOR, visitor, cookieOptions(request));
  return visitor;
}

/** Refuses a form of another origin, and one without the token of this browser's own page. */
export async function requireOwnForm(context: Context, request: FastifyRequest): Promise<void> {
  const bound = boundTo(request);
  const given = fieldsOf(request)[FORM_TOKEN];
  if (!isSameOrigin(request) || !bound || !given) throw new Problem('form_refused');
  const expected = signed(await signingKey(context.store), 'form', bound);
  if (!isEqual(given, expected)) throw new Problem('form_refused');
}

// Compared by host, so that it holds behind a proxy that ends TLS. Programs send no Origin; they
// have no cookie to abuse either.
function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = request.headers;
  return origin === undefined || URL.parse(origin)?.host === request.host;
}

/** Whether a browser says that a page of ours sent it; what says nothing is no browser's. */
export function isFromOwnPage(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (origin !== undefined || site !== undefined) && isSameOrigin(request);
}

/** The fields of a form; a field sent twice counts as its last. */
export function fieldsOf(request: FastifyRequest): { [name: string]: string } {
  const { body } = request;
  if (typeof body !== 'object' || body === null) return {};
  const entries = Object.entries(body).map(([name, value]) => [name, [value].flat().at(-1)]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}
