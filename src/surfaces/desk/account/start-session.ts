// Starts a browser's session: ends the previous one, and sets the cookies for the session and the device.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { setDeviceCookie } from '../../../http/pages/device-cookie.ts';
import { sessionOf, setSessionCookie } from '../../../http/pages/session-cookie.ts';
import { ownAccount } from '../../../operations/accounts/accounts.ts';
import { sessionFor, signOut } from '../../../operations/accounts/sessions.ts';
import type { Context } from '../../../operations/operation.ts';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export async function startSession(
  context: Context,
  { request, reply }: Exchange,
  token: string,
): Promise<void> {
  const before = await sessionOf(context, request);
  if (before) await signOut(context, before.actor);
  setSessionCookie(context.config, reply, token);
  const me = await sessionFor(context, token);
  if (!me) return;
  const { email } = await ownAccount(context, me.actor);
  if (email) await setDeviceCookie(context, request, reply, email);
}
