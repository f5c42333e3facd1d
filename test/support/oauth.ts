// An app that connects to a writer's desk by OAuth, and the writer who allows it.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DeskBrowser } from './desk/desk-browser.ts';
import type { Gate } from './gate.ts';
import { at, type Json } from './json.ts';

export const CALLBACK = 'http://127.0.0.1:7777/callback';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Fields {
  [name: string]: string;
}

export const newVerifier = () => randomBytes(32).toString('base64url');

export const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url');

export async function register(app: FastifyInstance, more: object = {}): Promise<string> {
  const payload = { client_name: 'Assistant', redirect_uris: [CALLBACK], ...more };
  const answer = await app.inject({ method: 'POST', url: '/oauth/register', payload });
  assert.equal(answer.statusCode, 201, answer.body);
  return String(at(answer.json<Json>(), 'client_id'));
}

/** The URL with which an app asks for access. `more` adds or replaces parameters, for example with wrong ones. */
export const authorizationUrl = (clientId: string, verifier: string, more: Fields = {}) => {
  const fields = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'a state',
    resource: 'https://press.example/mcp',
    scope: 'pieces:read pieces:write',
    ...more,
  };
  return `/oauth/auth?${new URLSearchParams(fields)}`;
};

/** The URL of the page that asks the writer for consent. */
export async function consentPage(browser: DeskBrowser, url: string): Promise<string> {
  const answer = await browser.open(url);
  assert.equal(answer.statusCode, 303, answer.body);
  return String(answer.headers.location);
}

export const ALLOWED = { answer: 'allow', 'pieces:read': 'yes', 'pieces:write': 'yes' };

/** The URL in the app to which the writer returns after answering. */
export async function answered(
  browser: DeskBrowser,
  page: string,
  answer: Fields = ALLOWED,
): Promise<URL> {
  const told = await browser.submit(page, answer);
  assert.equal(told.statusCode, 200, told.body);
  const next = /^0; url=(.+)$/.exec(String(told.headers['refresh']))?.[1] ?? '';
  const back = await browser.open(new URL(next).pathname);
  return new URL(String(back.headers.location));
}

export interface Tokens {
  access: string;
  refresh: string;
  scope: string;
}

export const tokenRequest = (app: FastifyInstance, fields: Fields) =>
  app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: FORM,
    payload: new URLSearchParams(fields).toString(),
  });

export const tokensIn = (body: Json): Tokens => ({
  access: String(at(body, 'access_token')),
  refresh: String(at(body, 'refresh_token')),
  scope: String(at(body, 'scope')),
});

export const redeem = (app: FastifyInstance, clientId: string, code: string, verifier: string) =>
  tokenRequest(app, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });

export const refresh = (
  app: FastifyInstance,
  clientId: string,
  refreshToken: string,
  more: Fields = {},
) =>
  tokenRequest(app, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
    ...more,
  });

/** The whole flow, from registration to the tokens. */
export async function connected(
  app: FastifyInstance,
  browser: DeskBrowser,
  answer: Fields = ALLOWED,
  known?: string,
): Promise<Tokens & { clientId: string }> {
  const clientId = known ?? (await register(app));
  const verifier = newVerifier();
  const page = await consentPage(browser, authorizationUrl(clientId, verifier));
  const back = await answered(browser, page, answer);
  const code = back.searchParams.get('code') ?? '';
  const told = await redeem(app, clientId, code, verifier);
  assert.equal(told.statusCode, 200, told.body);
  return { clientId, ...tokensIn(told.json<Json>()) };
}

/** Sends a message to the writer's own tools. */
export const message = (
  { app }: Pick<Gate, 'app'>,
  token: string,
  method: string,
  params: Json = {},
) =>
  app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}` },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  });

export const draft = (gate: Pick<Gate, 'app'>, token: string) =>
  message(gate, token, 'tools/call', {
    name: 'create_draft',
    arguments: { headline: 'By an app', body_md: 'A body.' },
  });
