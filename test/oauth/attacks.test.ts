// Attacks by OAuth on a writer's desk, and how each is refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { sweepAuthorizations } from '../../src/operations/oauth/connected-apps.ts';
import { OAUTH_LIMITS } from '../../src/schemas/oauth/oauth-limits.ts';
import { RATES } from '../../src/schemas/requests/rates.ts';
import { serveDocument } from '../support/client-document.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import {
  addKey,
  addWriter,
  browserOf,
  DRAFT,
  type Gate,
  gateAt,
  post,
  startGate,
} from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';
import {
  ALLOWED,
  answered,
  authorizationUrl,
  CALLBACK,
  connected,
  consentPage,
  FORM,
  message,
  newVerifier,
  redeem,
  refresh,
  register,
  tokenRequest,
  tokensIn,
} from '../support/oauth.ts';
import { routesTakenDown } from '../support/openapi/route-list.ts';

const SECRET = 'what bob has not published';

/** Tries the token at every URL of the service, with the id of another writer's draft. */
async function opensNothing({ app }: Gate, token: string, id: string): Promise<void> {
  const headers = { host: 'press.example', authorization: `Bearer ${token}` };
  for (const url of new Set(routesTakenDown(app).map((route) => route.url))) {
    const told = await app.inject({ url: url.replace(/:\w+|\*/g, id), headers });
    assert.ok(!told.body.includes(SECRET), url);
    if (url.startsWith('/api/v1')) assert.ok([403, 404, 405].includes(told.statusCode), url);
    if (/^\/desk\/(?:edit|account)/.test(url)) assert.notEqual(told.statusCode, 200, url);
  }
}

for (const kind of DATABASES_IN_FULL) {
  describe(`attacks by OAuth, on ${kind}`, async () => {
    const gate = await startGate(kind, { WEBHOOK_ALLOW: '127.0.0.1' });
    const strict = await startGate(kind);
    const { app } = gate;
    const ada = await addWriter(gate, 'ada');
    const bob = await addWriter(gate, 'bob');
    const browser = await browserOf(gate, ada);
    const clientId = await register(app);

    const coded = async (verifier: string, client = clientId) => {
      const page = await consentPage(browser, authorizationUrl(client, verifier));
      return (await answered(browser, page)).searchParams.get('code') ?? '';
    };

    /** Refused at the authorization endpoint, with the error that the app is sent back with. */
    const SENT_BACK: [what: string, more: { [name: string]: string }, error: string][] = [
      ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
      ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['resource of another server', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
      [
        'resource of the keyless tools',
        { resource: 'https://press.example/api/mcp' },
        'invalid_target',
      ],
      ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
      ['without asking the writer', { prompt: 'none' }, 'login_required'],
    ];
    for (const [what, more, error] of SENT_BACK) {
      test(`${what}: ${error}`, async () => {
        const { headers } = await browser.open(authorizationUrl(clientId, newVerifier(), more));
        const back = new URL(String(headers.location));
        assert.equal(back.origin, 'http://127.0.0.1:7777');
        const query = new URLSearchParams(back.search || back.hash.slice(1));
        assert.equal(query.get('error'), error);
        assert.equal(query.get('iss'), 'https://press.example/oauth');
      });
    }

    /** Refused with a page, without a redirect. */
    const PAGES: [what: string, more: { [name: string]: string }][] = [
      ['another redirect', { redirect_uri: 'http://127.0.0.1:7777/other' }],
      ['an open redirect', { redirect_uri: 'https://evil.example/callback' }],
      [
        'a redirect with something before the host',
        { redirect_uri: 'http://evil@127.0.0.1:7777/callback' },
      ],
      ['a client that nobody registered', { client_id: 'unknown' }],
      ['a metadata document on a private IP address', { client_id: 'https://10.0.0.1/app.json' }],
      ['one on this machine, by another spelling', { client_id: 'https://0x7f000001/app.json' }],
      ['one that is a redirect out of https', { client_id: 'http://press.example/app.json' }],
    ];
    for (const [what, more] of PAGES) {
      test(`${what}: a page, and no redirect`, async () => {
        const answer = await strict.app.inject({
          url: authorizationUrl(await register(strict.app), newVerifier(), more),
          headers: { host: 'press.example' },
        });
        assert.equal(answer.statusCode, 400, answer.body);
        assert.equal(answer.headers.location, undefined);
        assert.match(String(answer.headers['content-type']), /^text\/html/);
      });
    }

    test('a port of this machine is the app’s own to choose, a host is not', async () => {
      const url = authorizationUrl(clientId, newVerifier(), {
        redirect_uri: 'http://127.0.0.1:50123/callback',
      });
      assert.match(await consentPage(browser, url), /^\/desk\/connect\//);
    });

    test('a registration with one good and one odd redirect keeps the good one', async () => {
      const odd = ['javascript:alert(1)', 7, 'https://app.example/\r\nx', 'https:\\\\evil.example'];
      const given = ['https://app.example/cb', 'http://app.example/cb', ...odd];
      const payload = { client_name: 'Odd\u202e', redirect_uris: given, scope: 'admin' };
      const answer = await app.inject({ method: 'POST', url: '/oauth/register', payload });
      const body = answer.json<Json>();
      assert.deepEqual(at(body, 'redirect_uris'), ['https://app.example/cb']);
      assert.equal(at(body, 'client_name'), 'Odd');
      const none = { redirect_uris: ['http://app.example/cb'] };
      const refused = await app.inject({ method: 'POST', url: '/oauth/register', payload: none });
      assert.equal(refused.statusCode, 400);
    });

    test('a code twice: refused, and what it gave ends', async () => {
      const verifier = newVerifier();
      const code = await coded(verifier);
      const first = tokensIn((await redeem(app, clientId, code, verifier)).json<Json>());
      assert.equal((await message(gate, first.access, 'ping')).statusCode, 200);
      const second = await redeem(app, clientId, code, verifier);
      assert.equal(at(second.json<Json>(), 'error'), 'invalid_grant');
      assert.equal((await message(gate, first.access, 'ping')).statusCode, 401);
    });

    test('a code twice at the same moment: at most one is redeemed', async () => {
      const verifier = newVerifier();
      const code = await coded(verifier);
      const both = await Promise.all([1, 2, 3].map(() => redeem(app, clientId, code, verifier)));
      assert.ok(both.filter(({ statusCode }) => statusCode === 200).length <= 1);
    });

    test('a code with a wrong verifier is over, also for the right one', async () => {
      const verifier = newVerifier();
      const code = await coded(verifier);
      assert.equal((await redeem(app, clientId, code, newVerifier())).statusCode, 400);
      const right = await redeem(app, clientId, code, verifier);
      assert.equal(at(right.json<Json>(), 'error'), 'invalid_grant');
    });

    test('a code of another client, with another verifier or redirect', async () => {
      const verifier = newVerifier();
      const other = await register(app);
      const stolen = await redeem(app, other, await coded(verifier), verifier);
      assert.equal(at(stolen.json<Json>(), 'error'), 'invalid_grant');
      const guessed = await redeem(app, clientId, await coded(verifier), newVerifier());
      assert.equal(at(guessed.json<Json>(), 'error'), 'invalid_grant');
      const moved = await tokenRequest(app, {
        ...{ grant_type: 'authorization_code', client_id: clientId, code_verifier: verifier },
        ...{ code: await coded(verifier), redirect_uri: 'http://127.0.0.1:1/callback' },
      });
      assert.equal(at(moved.json<Json>(), 'error'), 'invalid_grant');
      const elsewhere = await tokenRequest(app, {
        ...{ grant_type: 'authorization_code', client_id: clientId, code_verifier: verifier },
        ...{ code: await coded(verifier), redirect_uri: 'http://127.0.0.1:7777/callback' },
        resource: 'https://evil.example/mcp',
      });
      assert.equal(at(elsewhere.json<Json>(), 'error'), 'invalid_target');
    });

    test('a refresh token twice within 30 seconds: each use has a successor, in one grant', async () => {
      const { clientId: own, refresh: first } = await connected(app, browser);
      const all = await Promise.all([1, 2].map(() => refresh(app, own, first)));
      const later = await refresh(app, own, first);
      const [one, other, third] = [...all, later].map((answer) => tokensIn(answer.json<Json>()));
      assert.ok(one && other && third);
      for (const { access } of [one, other, third])
        assert.equal((await message(gate, access, 'ping')).statusCode, 200);
      assert.equal(new Set([one.refresh, other.refresh, third.refresh]).size, 3);
      const elsewhere = await register(app);
      assert.equal((await refresh(app, elsewhere, first)).statusCode, 400);
      assert.equal((await refresh(app, own, other.refresh)).statusCode, 200);
    });

    test('a refresh token again after 30 seconds: the whole grant ends, and the app is disconnected', async () => {
      const { clientId: own, refresh: first } = await connected(app, browser);
      const second = tokensIn((await refresh(app, own, first)).json<Json>());
      assert.equal((await message(gate, second.access, 'ping')).statusCode, 200);
      await sqlAt(
        gate.place,
        `UPDATE oauth_records SET consumed_at = '2020-01-01T00:00:00.000Z'
         WHERE kind = 'RefreshToken' AND consumed_at IS NOT NULL`,
      );
      assert.equal((await refresh(app, own, first)).statusCode, 400);
      assert.equal((await message(gate, second.access, 'ping')).statusCode, 401);
      assert.equal((await refresh(app, own, second.refresh)).statusCode, 400);
    });

    test('a scope raised at refresh', async () => {
      const given = { answer: 'allow', 'pieces:read': 'yes' };
      const { clientId: own, refresh: first } = await connected(app, browser, given);
      const raised = await refresh(app, own, first, { scope: 'pieces:read pieces:write' });
      const { access } = tokensIn(raised.json<Json>());
      const made = { name: 'create_draft', arguments: DRAFT };
      const tried = await message(gate, access, 'tools/call', made);
      assert.ok([401, 403].includes(tried.statusCode), tried.body);
    });

    test('a token of another audience', async () => {
      const { access } = await connected(app, browser);
      const audience = `UPDATE oauth_records SET payload =
        replace(payload, 'https://press.example/mcp', 'https://press.example/other')
        WHERE kind = 'AccessToken'`;
      assert.equal((await message(gate, access, 'ping')).statusCode, 200);
      await sqlAt(gate.place, audience);
      assert.equal((await message(gate, access, 'ping')).statusCode, 401);
    });

    test('the consent of one browser in another, and from another site', async () => {
      const page = await consentPage(browser, authorizationUrl(clientId, newVerifier()));
      const others = await browserOf(gate, bob);
      assert.equal((await others.open(page)).statusCode, 404);
      const stolen = await others.post(page, {
        ...ALLOWED,
        form_token: await others.csrfToken('/desk/account'),
      });
      assert.equal(stolen.statusCode, 404);
      const token = await browser.csrfToken(page);
      const fields = { ...ALLOWED, form_token: token };
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      assert.equal((await browser.post(page, fields, foreign)).statusCode, 403);
      assert.equal((await browser.post(page, ALLOWED)).statusCode, 403);
      const { headers } = await browser.open(page);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
      await answered(browser, page);
      assert.equal((await browser.open(page)).statusCode, 404);
    });

    test('a made-up Host changes no URL of the server', async () => {
      const url = '/.well-known/oauth-authorization-server/oauth';
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      const { body } = await app.inject({ url, headers });
      assert.ok(!body.includes('evil'));
      assert.equal(at(JSON.parse(body), 'issuer'), 'https://press.example/oauth');
      const begun = authorizationUrl(clientId, newVerifier());
      const asked = await browser.send({ method: 'GET', url: begun, headers });
      const told = await browser.submit(String(asked.headers.location), ALLOWED);
      assert.match(String(told.headers['refresh']), /url=https:\/\/press\.example\/oauth\/auth\//);
      for (const root of ['oauth-authorization-server', 'openid-configuration']) {
        assert.equal((await app.inject(`/.well-known/${root}`)).statusCode, 404);
        assert.equal((await app.inject(`/oauth/.well-known/${root}`)).statusCode, 404);
      }
    });

    test('a metadata document is taken, unless it is too large or another’s', async () => {
      const served = await serveDocument();
      const url = (client: string) => authorizationUrl(client, newVerifier());
      const page = await consentPage(browser, url(served.clientId));
      assert.match((await browser.open(page)).body, /Connect “Documented”.*127\.0\.0\.1:/s);
      await consentPage(browser, url(served.clientId));
      assert.equal(served.fetched(), 1);
      const huge = await serveDocument({}, { padding: 'x'.repeat(10_000_000) });
      assert.equal((await browser.open(url(huge.clientId))).statusCode, 400);
      const changed = await serveDocument({ client_id: 'https://good.example/app.json' });
      assert.equal((await browser.open(url(changed.clientId))).statusCode, 400);
      changed.change({ redirect_uris: ['https://evil.example/cb'] });
      assert.equal((await browser.open(url(changed.clientId))).statusCode, 400);
    });

    test('a metadata document that changes after the consent gains nothing', async () => {
      const served = await serveDocument();
      const { access, refresh: first } = await connected(app, browser, ALLOWED, served.clientId);
      served.change({ client_name: 'Another', redirect_uris: ['https://evil.example/cb'] });
      // A second process, which has not cached what the first has read.
      const later = await gateAt(gate.place, { WEBHOOK_ALLOW: '127.0.0.1' }, gate.clock);
      const own = await browserOf(later, ada);
      const url = (more = {}) => authorizationUrl(served.clientId, newVerifier(), more);
      assert.equal((await own.open(url())).statusCode, 400);
      const page = await consentPage(own, url({ redirect_uri: 'https://evil.example/cb' }));
      assert.match((await own.open(page)).body, /Connect “Another”.*evil\.example/s);
      const presence = (await own.open('/desk/edit/online-presence')).body;
      assert.match(presence, /Disconnect Documented/);
      assert.doesNotMatch(presence, /Another|evil/);
      assert.equal((await message(later, access, 'ping')).statusCode, 200);
      served.change({ client_id: 'https://good.example/app.json', redirect_uris: [CALLBACK] });
      const last = await gateAt(gate.place, { WEBHOOK_ALLOW: '127.0.0.1' }, gate.clock);
      const refused = await refresh(last.app, served.clientId, first);
      assert.match(String(at(refused.json<Json>(), 'error')), /^invalid_client/);
    });

    test('a writer who is suspended between the consent and the code', async () => {
      const dan = await addWriter(gate, 'dan');
      const verifier = newVerifier();
      const dans = await browserOf(gate, dan);
      const page = await consentPage(dans, authorizationUrl(clientId, verifier));
      const back = await answered(dans, page);
      const waiting = await consentPage(dans, authorizationUrl(clientId, verifier));
      await suspendWriter(gate.context, 'dan');
      const code = back.searchParams.get('code') ?? '';
      const refused = await redeem(app, clientId, code, verifier);
      assert.equal(at(refused.json<Json>(), 'error'), 'invalid_grant');
      assert.equal((await dans.post(waiting, ALLOWED)).statusCode, 303);
      assert.match(String((await dans.open(waiting)).headers.location), /^\/desk\/sign-in/);
    });

    test('a token that another app wants to revoke stays', async () => {
      const { access, refresh: token } = await connected(app, browser);
      for (const wanted of [access, token]) {
        await app.inject({
          ...{ method: 'POST', url: '/oauth/revoke', headers: FORM },
          payload: new URLSearchParams({ client_id: clientId, token: wanted }).toString(),
        });
      }
      assert.equal((await message(gate, access, 'ping')).statusCode, 200);
    });

    test('a flood of registrations from many networks is cut off', async () => {
      const many = await startGate(kind);
      await sqlAt(
        many.place,
        `INSERT INTO oauth_records (kind, hash, payload, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${OAUTH_LIMITS.clients})
        SELECT 'Client', CAST(i AS TEXT), '{}', '2026-01-01T00:00:00.000Z' FROM n`,
      );
      const payload = { redirect_uris: ['https://app.example/cb'] };
      const request = { method: 'POST', url: '/oauth/register', payload } as const;
      assert.equal((await many.app.inject(request)).statusCode, 429);
      await sweepAuthorizations(many.context);
      assert.equal((await many.app.inject(request)).statusCode, 201);
    });

    test('a flood of registrations from one network is cut off', async () => {
      const payload = { redirect_uris: ['https://app.example/cb'] };
      const request = { method: 'POST', url: '/oauth/register', payload } as const;
      const from = { ...request, remoteAddress: '203.0.113.9' };
      for (let sent = 0; sent < RATES.registration.max; sent += 1) await app.inject(from);
      const refused = await app.inject(from);
      assert.equal(refused.statusCode, 429);
      assert.equal(at(refused.json<Json>(), 'code'), 'too_many_requests');
    });

    test('a token opens nothing but /mcp, and there nothing of another writer', async () => {
      const bobs = (await addKey(gate, 'bob')).key;
      const made = (await post(gate, bobs, { headline: SECRET, body_md: SECRET })).json<Json>();
      const id = String(at(made, 'id'));
      for (const answer of [ALLOWED, { answer: 'allow', 'pieces:read': 'yes' }]) {
        const { access } = await connected(app, browser, answer);
        await opensNothing(gate, access, id);
        for (const name of ['get_my_piece', 'list_notes', 'list_my_pieces']) {
          const call = { name, arguments: name === 'list_my_pieces' ? {} : { id } };
          const told = await message(gate, access, 'tools/call', call);
          assert.ok(!told.body.includes(SECRET), told.body);
        }
      }
    });
  });
}
