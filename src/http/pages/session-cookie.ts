// The session cookie: set at sign-in, read with each request, cleared at sign-out.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SignedIn, sessionFor } from '../../operations/accounts/sessions.ts';
import type { Context } from '../../operations/operation.ts';

const SESSION = 'standfirst_session';
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** Cookies are not parsed yet where a request is refused early. */
export const sessionToken = ({ cookies }: FastifyRequest): string | undefined => cookies?.[SESSION];

export async function sessionOf(
  context: Context,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const token = sessionToken(request);
  return token ? sessionFor(context, token) : null;
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(SESSION, token, { ...cookieOptions(request), maxAge: MAX_AGE_SECONDS });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(SESSION, cookieOptions(request));
}

export const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;
