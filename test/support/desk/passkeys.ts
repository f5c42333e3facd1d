// Passkeys as the desk's script uses them: starts a request, lets a device answer, and sends the answer.

import assert from 'node:assert/strict';
import { at, type Json } from '../json.ts';
import { type Asked, Authenticator } from './authenticator.ts';
import { type Answer, type DeskBrowser, OWN_FORM } from './desk-browser.ts';

/** The service's host name and origin if no proxy adds others. */
export const SITE = { hostName: 'press.example', origin: 'http://press.example' };

export interface Calling {
  site?: typeof SITE;
  token?: string;
  headers?: { [name: string]: string };
}

/** Sends a call with the CSRF token of the page whose script would make it. */
export async function call(
  browser: DeskBrowser,
  path: string,
  fields: object = {},
  { token, headers = OWN_FORM }: Calling = {},
): Promise<Answer> {
  const page = path.startsWith('add') ? '/desk/account' : '/desk/sign-in';
  const form_token = token ?? (await browser.csrfToken(page));
  return browser.call(`/desk/passkeys/${path}`, { form_token, ...fields }, headers);
}

async function begin(browser: DeskBrowser, deed: 'add' | 'sign-in', { site = SITE }: Calling = {}) {
  const { body, statusCode } = await call(browser, `${deed}/begin`);
  assert.equal(statusCode, 200, body);
  const begun: Json = JSON.parse(body);
  const asked: Asked = { ...site, challenge: String(at(begun, 'options', 'challenge')) };
  const user = String(at(begun, 'options', 'user', 'id'));
  return { ticket: String(at(begun, 'ticket')), asked, user };
}

/** The request that the script would send after the device has made a passkey. */
export async function newPasskey(browser: DeskBrowser, device: Authenticator, calling?: Calling) {
  const { ticket, asked, user } = await begin(browser, 'add', calling);
  return { name: 'Key ring', ticket, credential: device.register(asked, user) };
}

/** Adds a passkey for the signed-in writer and returns its device. */
export async function addPasskey(browser: DeskBrowser, calling?: Calling): Promise<Authenticator> {
  const device = new Authenticator();
  const answer = await call(browser, 'add/finish', await newPasskey(browser, device, calling));
  assert.deepEqual([answer.statusCode, answer.json()], [200, { ok: true }]);
  return device;
}

/** The request that the script would send after the device has signed. */
export async function passkeyUse(browser: DeskBrowser, device: Authenticator, calling?: Calling) {
  const { ticket, asked } = await begin(browser, 'sign-in', calling);
  return { ticket, credential: device.sign(asked) };
}

export const finish = (browser: DeskBrowser, use: object, calling?: Calling) =>
  call(browser, 'sign-in/finish', use, calling);

export const signInWith = async (browser: DeskBrowser, device: Authenticator, calling?: Calling) =>
  finish(browser, await passkeyUse(browser, device, calling));
