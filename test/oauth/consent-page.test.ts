// An app connects to a writer's desk, works there, and is disconnected.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { sweepAuthorizations } from '../../src/operations/oauth/connected-apps.ts';
import { rotateSigningKeys } from '../../src/operations/oauth/signing-keys.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { HOUR, MINUTE, signIn } from '../support/desk/desk.ts';
import { DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { addPasskey, finish, passkeyUse } from '../support/desk/passkeys.ts';
import { addWriter, browserOf, gateAt, startGate } from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';
import {
  ALLOWED,
  answered,
  authorizationUrl,
  connected,
  consentPage,
  draft,
  FORM,
  message,
  newVerifier,
  redeem,
  refresh,
  register,
  tokensIn,
} from '../support/oauth.ts';

for (const kind of DATABASES_IN_FULL) {
  describe(`an app, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { app, clock } = gate;
    const ada = await addWriter(gate, 'ada');
    const browser = await browserOf(gate, ada);

    test('is described, allowed, drafts, refreshes, and is disconnected', async () => {
      const clientId = await register(app);
      const verifier = newVerifier();
      const page = await consentPage(browser, authorizationUrl(clientId, verifier));
      assert.match(page, /^\/desk\/connect\/[\w-]+$/);
      const { body, headers } = await browser.open(page);
      assert.match(body, /Connect “Assistant” to your desk\?/);
      assert.match(body, /127\.0\.0\.1:7777/);
      assert.match(body, /runs on your own computer/);
      assert.match(body, /can never publish/);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
      const back = await answered(browser, page);
      assert.equal(back.origin + back.pathname, 'http://127.0.0.1:7777/callback');
      assert.equal(back.searchParams.get('iss'), 'https://press.example/oauth');
      assert.equal(back.searchParams.get('state'), 'a state');
      const told = await redeem(app, clientId, back.searchParams.get('code') ?? '', verifier);
      assert.equal(at(told.json<Json>(), 'token_type'), 'Bearer');
      assert.equal(at(told.json<Json>(), 'expires_in'), 3600);
      const first = tokensIn(told.json<Json>());

      const made = (await draft(gate, first.access)).json<Json>();
      const id = String(at(made, 'result', 'structuredContent', 'id'));
      const versions = await browser.open(`/desk/edit/pieces/${id}/versions`);
      assert.match(versions.body, /app “Assistant”/);

      clock.advance(HOUR + MINUTE);
      assert.equal((await message(gate, first.access, 'ping')).statusCode, 401);
      const second = tokensIn((await refresh(app, clientId, first.refresh)).json<Json>());
      assert.notEqual(second.refresh, first.refresh);
      const own = { id, version: 1, headline: 'Revised', body_md: 'Revised.' };
      const call = { name: 'revise_draft', arguments: own };
      const revised = (await message(gate, second.access, 'tools/call', call)).json<Json>();
      assert.equal(at(revised, 'result', 'structuredContent', 'version'), 2);

      const presence = await browser.open('/desk/edit/online-presence');
      assert.match(presence.body, /1 draft<?.* from this app/);
      const appId = /name="id" value="([^"]+)">\s*<button[^>]*>Disconnect/.exec(presence.body)?.[1];
      await browser.submit('/desk/edit/online-presence/disconnect', { id: appId ?? '' });
      assert.equal((await message(gate, second.access, 'ping')).statusCode, 401);
      const gone = await refresh(app, clientId, second.refresh);
      assert.deepEqual([gone.statusCode, at(gone.json<Json>(), 'error')], [400, 'invalid_grant']);
    });

    test('waits while the writer signs in with a passkey, and is asked about then', async () => {
      const device = await addPasskey(browser);
      const another = new DeskBrowser(app);
      const url = authorizationUrl(await register(app), newVerifier());
      const page = await consentPage(another, url);
      const signInPage = leadsTo(await another.open(page));
      assert.equal(signInPage, `/desk/sign-in?next=${encodeURIComponent(page)}`);
      const { body } = await another.open(signInPage);
      assert.ok(body.includes(`data-passkey="sign-in" data-next="${page}"`));
      await finish(another, await passkeyUse(another, device));
      assert.match((await another.open(page)).body, /Connect “Assistant” to your desk\?/);
      assert.ok((await answered(another, page)).searchParams.get('code'));
    });

    test('gets what the writer chose of what it asked for', async () => {
      const given = { answer: 'allow', 'pieces:read': 'yes' };
      const { access, scope } = await connected(app, browser, given);
      assert.equal(scope, 'pieces:read');
      assert.equal((await draft(gate, access)).statusCode, 403);
      const list = { name: 'list_my_pieces', arguments: {} };
      assert.equal((await message(gate, access, 'tools/call', list)).statusCode, 200);
    });

    test('is told where the writer says no', async () => {
      const clientId = await register(app);
      const page = await consentPage(browser, authorizationUrl(clientId, newVerifier()));
      const back = await answered(browser, page, { answer: 'refuse' });
      assert.equal(back.searchParams.get('error'), 'access_denied');
      assert.equal(back.searchParams.get('iss'), 'https://press.example/oauth');
    });

    test('works in another process, and is revoked there at once', async () => {
      const other = await gateAt(gate.place, {}, clock);
      const { access, clientId, refresh: token } = await connected(app, browser);
      assert.equal((await message(other, access, 'ping')).statusCode, 200);
      const revoked = await other.app.inject({
        method: 'POST',
        url: '/oauth/revoke',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ client_id: clientId, token }).toString(),
      });
      assert.equal(revoked.statusCode, 200, revoked.body);
      assert.equal((await message(gate, access, 'ping')).statusCode, 401);
    });

    test('goes on when the keys are rotated', async () => {
      const before = (await app.inject('/oauth/jwks')).json<Json>();
      const clientId = await register(app);
      const verifier = newVerifier();
      const page = await consentPage(browser, authorizationUrl(clientId, verifier));
      await rotateSigningKeys(gate.context.store);
      const back = await answered(browser, page);
      const told = await redeem(app, clientId, back.searchParams.get('code') ?? '', verifier);
      assert.equal(told.statusCode, 200);
      const after = (await app.inject('/oauth/jwks')).json<Json>();
      assert.equal(listAt(after, 'keys').length, 2);
      assert.deepEqual(listAt(after, 'keys')[1], listAt(before, 'keys')[0]);
    });

    test('of a suspended writer is refused', async () => {
      const eve = await addWriter(gate, 'eve');
      const { access, clientId, refresh: token } = await connected(app, await browserOf(gate, eve));
      await suspendWriter(gate.context, 'eve');
      assert.equal((await message(gate, access, 'ping')).statusCode, 401);
      assert.equal((await refresh(app, clientId, token)).statusCode, 400);
    });

    test('leaves no token and no code in the database', async () => {
      const { access, refresh: token } = await connected(app, browser);
      const rows = await sqlAt(gate.place, 'SELECT * FROM oauth_records');
      const text = JSON.stringify(rows);
      assert.ok(rows.length > 3);
      assert.ok(!text.includes(access) && !text.includes(token));
    });

    test('that was disconnected finds its way back for 60 days, and registers again after that', async () => {
      const { clientId, refresh: token } = await connected(app, browser);
      const revoked = { client_id: clientId, token };
      await app.inject({
        ...{ method: 'POST', url: '/oauth/revoke', headers: FORM },
        payload: new URLSearchParams(revoked).toString(),
      });
      const asks = async () =>
        (await browser.open(authorizationUrl(clientId, newVerifier()))).statusCode;
      clock.advance(25 * HOUR);
      await sweepAuthorizations(gate.context);
      await signIn(browser, ada);
      assert.equal(await asks(), 303);
      clock.advance(60 * 24 * HOUR);
      await sweepAuthorizations(gate.context);
      await signIn(browser, ada);
      assert.equal(await asks(), 400);
      await connected(app, browser);
    });

    test('that has let its tokens lapse is not listed as connected', async () => {
      const given = { client_name: 'Forgetful' };
      await connected(app, browser, ALLOWED, await register(app, given));
      clock.advance(59 * 24 * HOUR);
      await sweepAuthorizations(gate.context);
      await signIn(browser, ada);
      const presence = async () => (await browser.open('/desk/edit/online-presence')).body;
      assert.match(await presence(), /Disconnect Forgetful/);
      clock.advance(2 * 24 * HOUR);
      await sweepAuthorizations(gate.context);
      await signIn(browser, ada);
      assert.doesNotMatch(await presence(), /Disconnect Forgetful/);
    });

    test('that nobody connected is swept, and so is what has ended', async () => {
      const clientId = await register(app);
      clock.advance(25 * HOUR);
      await sweepAuthorizations(gate.context);
      const answer = await browser.open(authorizationUrl(clientId, newVerifier()));
      assert.equal(answer.statusCode, 400);
      const kept = "SELECT kind FROM oauth_records WHERE kind IN ('AccessToken', 'Interaction')";
      assert.deepEqual(await sqlAt(gate.place, kept), []);
    });
  });
}
