// The session cookie: set at sign-in, read with each request, cleared at sign-out.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type SignedIn, sessionFor } from '../../operations/accounts/sessions.ts';
import type { Context } from '../../operations/operation.ts';

/**
 * Where the site is served over https, the prefix makes browsers refuse a cookie of this name that another host
 * of the domain has set, or plain http.
 */
const prefixOf = ({ baseUrl }: Config) => (baseUrl.startsWith('https:') ? '__Host-' : '');

const SESSION = 'standfirst_session';
const PREFIXED = `__Host-${SESSION}`;
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** The name without the prefix is the one of sessions from before there was a prefix. */
export const sessionToken = ({ cookies }: FastifyRequest): string | undefined =>
  // Cookies are not parsed yet where a request is refused early.
  cookies?.[PREFIXED] ?? cookies?.[SESSION];

export async function sessionOf(
  context: Context,
  request: FastifyRequest,
): Promise<SignedIn | null> {
  const token = sessionToken(request);
  return token ? sessionFor(context, token) : null;
}

export function setSessionCookie(config: Config, reply: FastifyReply, token: string): void {
  const name = cookieName(config, SESSION);
  reply.setCookie(name, token, {
    ...cookieOptions(config, reply.request),
    maxAge: MAX_AGE_SECONDS,
  });
  // One that is left over from before would be there again once this one is gone.
  if (reply.request.cookies[SESSION] && name !== SESSION) clearCookie(config, reply, SESSION);
}

/** Gives a session from before there was a prefix its new name. */
export function renameSessionCookie(config: Config, reply: FastifyReply): void {
  const { [PREFIXED]: prefixed, [SESSION]: old } = reply.request.cookies;
  if (old && !prefixed && prefixOf(config) !== '') setSessionCookie(config, reply, old);
}

export function clearSessionCookie(config: Config, reply: FastifyReply): void {
  const { cookies } = reply.request;
  for (const name of [PREFIXED, SESSION]) if (cookies[name]) clearCookie(config, reply, name);
}

const clearCookie = (config: Config, reply: FastifyReply, name: string) =>
  reply.clearCookie(name, cookieOptions(config, reply.request));

export const cookieName = (config: Config, name: string) => prefixOf(config) + name;

/** Secure wherever the site is https, also where a proxy ends TLS and says nothing of it. */
export const cookieOptions = (config: Config, { protocol }: FastifyRequest) => {
  const secure = prefixOf(config) !== '' || protocol === 'https';
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
};
