// Session cookie: set at sign-in, read with each request, cleared at sign-out.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type SignedIn, sessionFor } from '../../operations/accounts/sessions.ts';
import type { Context } from '../../operations/operation.ts';

/** Over https, browsers refuse a `__Host-` cookie that another host of the domain or plain http has set. */
const prefixOf = ({ baseUrl }: Config) => (baseUrl.startsWith('https:') ? '__Host-' : '');

const SESSION = 'standfirst_session';
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** Only the name with the prefix counts, because any host of the domain may have set a cookie without it. */
export const sessionToken = (config: Config, { cookies }: FastifyRequest): string | undefined =>
  // Cookies are not parsed yet if a request is refused early.
  cookies?.[cookieName(config, SESSION)];

export async function sessionOf(
  context: Context,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const token = sessionToken(context.config, request);
  return token ? sessionFor(context, token) : null;
}

export function setSessionCookie(config: Config, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(config, SESSION), token, {
    ...cookieOptions(config, reply.request),
    maxAge: MAX_AGE_SECONDS,
  });
}

export function clearSessionCookie(config: Config, reply: FastifyReply): void {
  reply.clearCookie(cookieName(config, SESSION), cookieOptions(config, reply.request));
}

export const cookieName = (config: Config, name: string) => prefixOf(config) + name;

/** Cookies are Secure if the site is https, even if a proxy ends TLS without saying so. */
export const cookieOptions = (config: Config, { protocol }: FastifyRequest) => {
  const secure = prefixOf(config) !== '' || protocol === 'https';
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
};
