// Device cookie: recognises a browser that has signed in to an account before. The cookie grants no access.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { normalEmail } from '../../operations/accounts/writers.ts';
import type { Context } from '../../operations/operation.ts';
import { isEqual, newToken, signed, signingKey } from '../../operations/secrets.ts';
import { cookieName, cookieOptions } from './session-cookie.ts';

const DEVICE = 'standfirst_device';
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** Device name, and the signature for the account that this browser has signed in to. */
const partsOf = (config: Config, { cookies }: FastifyRequest) =>
  (cookies[cookieName(config, DEVICE)] ?? '').split('.');

/** Device name, unverified: a client can claim any name until isKnownDevice confirms it. */
export const deviceName = (config: Config, request: FastifyRequest) =>
  partsOf(config, request)[0] ?? '';

export async function isKnownDevice(
  { store, config }: Context,
  request: FastifyRequest,
  email: string,
): Promise<boolean> {
  const [device = '', signature = ''] = partsOf(config, request);
  return isEqual(signature, signatureOf(await signingKey(store), device, email));
}

/** Known browsers keep their device name, so that signing in again grants no additional sign-in attempts. */
export async function setDeviceCookie(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): Promise<void> {
  const { config, store } = context;
  const isKnown = await isKnownDevice(context, request, email);
  const device = isKnown ? deviceName(config, request) : newToken();
  const signature = signatureOf(await signingKey(store), device, email);
  reply.setCookie(cookieName(config, DEVICE), `${device}.${signature}`, {
    ...cookieOptions(config, request),
    maxAge: MAX_AGE_SECONDS,
  });
}

const signatureOf = (key: string, device: string, email: string) =>
  signed(key, 'device', `${device} ${normalEmail(email)}`);
