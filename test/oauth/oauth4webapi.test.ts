// The oauth4webapi client, which checks every answer: discovery, registration, code, refresh and revocation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { addWriter, browserOf, startGate } from '../support/gate.ts';
import { at } from '../support/json.ts';
import { answered, CALLBACK, consentPage, message } from '../support/oauth.ts';

const gate = await startGate('sqlite');
const browser = await browserOf(gate, await addWriter(gate, 'ada'));

interface Asked {
  method: string;
  headers: { [name: string]: string };
  body?: unknown;
}

/** Through the application, without a network. */
async function injected(url: string, given: Asked): Promise<Response> {
  const { pathname, search } = new URL(url);
  const { statusCode, headers, body } = await gate.app.inject({
    method: given.method === 'POST' ? 'POST' : 'GET',
    url: pathname + search,
    headers: given.headers,
    ...(given.body !== undefined && { payload: String(given.body) }),
  });
  const told = new Headers();
  for (const [name, value] of Object.entries(headers)) told.set(name, String(value));
  return new Response(statusCode === 204 ? null : body, { status: statusCode, headers: told });
}

const through = { [oauth.customFetch]: injected };

test('a client that trusts nothing finds nothing out of order', async () => {
  const resource = new URL('https://press.example/mcp');
  const protecting = await oauth.resourceDiscoveryRequest(resource, through);
  const { authorization_servers: [issuer = ''] = [] } =
    await oauth.processResourceDiscoveryResponse(resource, protecting);
  const found = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...through });
  const server = await oauth.processDiscoveryResponse(new URL(issuer), found);
  assert.deepEqual(server.code_challenge_methods_supported, ['S256']);

  const about = { client_name: 'Strict', redirect_uris: [CALLBACK] };
  const registered = await oauth.dynamicClientRegistrationRequest(server, about, through);
  const client = await oauth.processDynamicClientRegistrationResponse(registered);
  const auth = oauth.None();

  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const asked = new URL(String(server.authorization_endpoint));
  const fields = {
    ...{ client_id: client.client_id, redirect_uri: CALLBACK, response_type: 'code', state },
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    ...{ code_challenge_method: 'S256', resource: resource.href, scope: 'pieces:write' },
  };
  asked.search = new URLSearchParams(fields).toString();
  const page = await consentPage(browser, asked.pathname + asked.search);
  const back = await answered(browser, page);
  const parameters = oauth.validateAuthResponse(server, client, back, state);
  assert.throws(
    () =>
      oauth.validateAuthResponse(
        { ...server, issuer: 'https://evil.example' },
        client,
        back,
        state,
      ),
    /iss/,
  );

  const redeemed = await oauth.authorizationCodeGrantRequest(
    ...([server, client, auth, parameters, CALLBACK, verifier] as const),
    { ...through, additionalParameters: { resource: resource.href } },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, redeemed);
  assert.equal(tokens.scope, 'pieces:write');
  const again = await oauth.refreshTokenGrantRequest(
    ...([server, client, auth, tokens.refresh_token ?? ''] as const),
    through,
  );
  const next = await oauth.processRefreshTokenResponse(server, client, again);
  assert.equal((await message(gate, next.access_token, 'ping')).statusCode, 200);
  const revoked = await oauth.revocationRequest(server, client, auth, next.access_token, through);
  await oauth.processRevocationResponse(revoked);
  const refused = await message(gate, next.access_token, 'ping');
  assert.equal(refused.statusCode, 401);
  assert.equal(at(refused.json(), 'error', 'data', 'code'), 'token_refused');
});
