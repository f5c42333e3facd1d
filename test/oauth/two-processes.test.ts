// Two processes on one PostgreSQL: access allowed at one is used and revoked at the other without delay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { at, type Json } from '../support/json.ts';
import { ALLOWED, authorizationUrl, CALLBACK, newVerifier } from '../support/oauth.ts';
import { RemoteBrowser, type Served, serve } from '../support/processes/served.ts';

const BASE_URL = 'http://localhost:1';
const RESOURCE = { resource: `${BASE_URL}/mcp` };
const ADA = { email: 'ada@press.example', password: 'the password of ada' };
const AT_ONCE = 20;

const place = await freshPlace('postgres');
const browser = new RemoteBrowser();
const context = await contextAt(place);
const person = { slug: 'ada', name: 'Ada', ...ADA };
await createWriter(context, { ...person, admin: false, identityVerified: false });
await context.store.close();
const settings = { BASE_URL, LOG_LEVEL: 'info' };
const [here, there] = await Promise.all([serve(place, settings), serve(place, settings)]);
await browser.signIn(here.origin, ADA.email, ADA.password);

async function posted(url: string, type: string, body: string, token = '') {
  const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const text = await answer.text();
  return { status: answer.status, json: (): Json => JSON.parse(text) };
}

const form = ({ origin }: Served, path: string, fields: { [name: string]: string }) =>
  posted(
    origin + path,
    'application/x-www-form-urlencoded',
    new URLSearchParams(fields).toString(),
  );

const CALL = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'recent_pieces', arguments: {} },
});

/** Many at the same moment, so that they share lookups. */
async function statuses({ origin }: Served, token: string): Promise<number[]> {
  const one = () => posted(`${origin}/mcp`, 'application/json', CALL, token);
  const all = await Promise.all(Array.from({ length: AT_ONCE }, one));
  return [...new Set(all.map(({ status }) => status))];
}

/** Each step at the other process. */
async function connectedAcross() {
  const about = JSON.stringify({ client_name: 'Both', redirect_uris: [CALLBACK] });
  const made = await posted(`${there.origin}/oauth/register`, 'application/json', about);
  const client = String(at(made.json(), 'client_id'));
  const verifier = newVerifier();
  const asked = await browser.open(here.origin + authorizationUrl(client, verifier, RESOURCE));
  const page = there.origin + String(asked.headers.get('location'));
  await browser.open(page);
  const told = await browser.post(page, ALLOWED);
  const next = /^0; url=(.+)$/.exec(told.headers.get('refresh') ?? '')?.[1] ?? '';
  const back = await browser.open(here.origin + new URL(next).pathname);
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const redeemed = await form(there, '/oauth/token', {
    ...{ grant_type: 'authorization_code', client_id: client, code },
    ...{ redirect_uri: CALLBACK, code_verifier: verifier },
  });
  assert.equal(redeemed.status, 200);
  const tokens = redeemed.json();
  const access = String(at(tokens, 'access_token'));
  return { client, code, access, refresh: String(at(tokens, 'refresh_token')) };
}

test('a token of one process works at the other, and is revoked there at once', async () => {
  const { client, access, refresh } = await connectedAcross();
  assert.deepEqual(await statuses(here, access), [200]);
  assert.deepEqual(await statuses(there, access), [200]);
  const under = Promise.all([statuses(there, access), statuses(there, access)]);
  const revoked = await form(here, '/oauth/revoke', { client_id: client, token: refresh });
  assert.equal(revoked.status, 200);
  assert.deepEqual(await statuses(there, access), [401]);
  assert.deepEqual(await statuses(here, access), [401]);
  await under;
});

test('an app that is disconnected at one is refused by the other at once', async () => {
  const { client, code, access, refresh } = await connectedAcross();
  assert.deepEqual(await statuses(there, access), [200]);
  const presence = `${here.origin}/desk/edit/online-presence`;
  const { body } = await browser.open(presence);
  const id = /name="id" value="([^"]+)">\s*<button[^>]*>Disconnect/.exec(body)?.[1] ?? '';
  assert.equal((await browser.post(`${presence}/disconnect`, { id })).status, 303);
  assert.deepEqual(await statuses(there, access), [401]);
  const refused = await form(there, '/oauth/token', {
    ...{ grant_type: 'refresh_token', client_id: client, refresh_token: refresh },
  });
  assert.equal(at(refused.json(), 'error'), 'invalid_grant');
  // In whichever part of a request a program has put them.
  await fetch(`${here.origin}/mcp?access_token=${access}&code=${code}`, { method: 'POST' });
  await fetch(`${here.origin}/oauth/token?refresh_token=${refresh}`, { method: 'POST' });
  for (const { output, until } of [here, there]) {
    await until(/"url":"\/oauth\/token/);
    for (const secret of [access, refresh, code]) assert.ok(!output().includes(secret));
  }
});
