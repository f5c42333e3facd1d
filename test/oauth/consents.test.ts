// The consent page: it says truthfully what an app wants, in the writer's own browser, even with interruptions.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serveDocument } from '../support/client-document.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { addWriter, browserOf, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';
import {
  ALLOWED,
  answered,
  authorizationUrl,
  CALLBACK,
  connected,
  consentPage,
  draft,
  message,
  newVerifier,
  redeem,
  register,
  tokensIn,
} from '../support/oauth.ts';

const READ = { answer: 'allow', 'pieces:read': 'yes' };

for (const kind of DATABASES_IN_FULL) {
  describe(`a writer who is asked for access, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { app } = gate;
    const ada = await addWriter(gate, 'ada');
    const bob = await addWriter(gate, 'bob');
    const browser = await browserOf(gate, ada);
    const clientId = await register(app);
    const asks = (more: { [name: string]: string } = {}, client = clientId) =>
      consentPage(browser, authorizationUrl(client, newVerifier(), more));

    test('reads what it is for, and no more than that', async () => {
      const { body } = await browser.open(await asks({ scope: 'pieces:read' }));
      assert.match(body, /It wants to read your pieces and notes\. It can never publish\./);
      assert.doesNotMatch(body, /create drafts/i);
      const both = (await browser.open(await asks())).body;
      assert.match(both, /It wants to create drafts and read your pieces and notes\./);
      // Write access includes read access, and the page says so.
      assert.match(both, /name="pieces:write"[^>]*> Create drafts[^<]*To do that, it also reads /);
    });

    test('sees a scheme for what it is, whatever host stands behind it', async () => {
      const redirect = 'evil://accounts.example/callback';
      const page = await asks(
        { redirect_uri: redirect },
        await register(app, { client_name: 'A <b>bold</b> one', redirect_uris: [redirect] }),
      );
      const { body } = await browser.open(page);
      assert.match(body, /<dd class="url">evil:\/\/accounts\.example<\/dd>/);
      assert.match(body, /runs on your own computer/);
      assert.ok(body.includes('Connect “A &lt;b&gt;bold&lt;/b&gt; one” to your desk?'));
      await answered(browser, page);
      const presence = (await browser.open('/desk/edit/online-presence')).body;
      assert.match(presence, /evil:\/\/accounts\.example</);
      assert.ok(presence.includes('<h4>A &lt;b&gt;bold&lt;/b&gt; one</h4>'));
    });

    /** Parameters that clients send for other servers: they get an answer all the same, and one consent. */
    const SENT_ALONG: { [name: string]: string }[] = [
      { scope: 'openid profile pieces:read pieces:write offline_access', nonce: 'n', max_age: '0' },
      { scope: 'openid', prompt: 'select_account', response_mode: 'form_post' },
      { scope: '', prompt: 'consent', id_token_hint: 'x', claims: '{"id_token":{}}' },
    ];
    for (const more of SENT_ALONG) {
      test(`is asked once, whatever is sent along: ${Object.keys(more).join(', ')}`, async () => {
        const verifier = newVerifier();
        const page = await consentPage(browser, authorizationUrl(clientId, verifier, more));
        const back = await answered(browser, page);
        const code = back.searchParams.get('code') ?? '';
        const told = await redeem(app, clientId, code, verifier);
        const { access, scope } = tokensIn(told.json<Json>());
        assert.deepEqual(scope.split(' ').toSorted(), ['pieces:read', 'pieces:write']);
        assert.equal(at(told.json<Json>(), 'id_token'), undefined);
        assert.equal((await draft(gate, access)).statusCode, 200);
      });
    }

    test('allows less than before: what the app had ends', async () => {
      const before = await connected(app, browser);
      const after = await connected(app, browser, READ, before.clientId);
      assert.equal(after.scope, 'pieces:read');
      assert.equal((await message(gate, before.access, 'ping')).statusCode, 401);
      assert.equal((await message(gate, after.access, 'ping')).statusCode, 200);
      const again = await connected(app, browser, ALLOWED, before.clientId);
      assert.equal((await message(gate, after.access, 'ping')).statusCode, 200);
      assert.equal((await draft(gate, again.access)).statusCode, 200);
    });

    test('was signed out meanwhile: signs in, and is asked again', async () => {
      const own = await browserOf(gate, ada);
      const page = await consentPage(own, authorizationUrl(clientId, newVerifier()));
      const fields = { ...ALLOWED, form_token: await own.csrfToken(page) };
      await own.submit('/desk/sign-out', {});
      const signInPage = leadsTo(await own.post(page, fields));
      assert.equal(signInPage, `/desk/sign-in?next=${encodeURIComponent(page)}`);
      const { email, password } = bob;
      assert.equal(leadsTo(await own.submit(signInPage, { email, password })), page);
      // The form was made for another writer.
      assert.equal((await own.post(page, fields)).statusCode, 403);
      assert.match((await own.open(page)).body, /<dt>Your account<\/dt><dd>bob \(bob\)/);
      const { body } = await browser.open('/desk/edit/online-presence');
      assert.ok((await answered(own, page)).searchParams.get('code'));
      assert.equal((await browser.open('/desk/edit/online-presence')).body, body);
    });

    test('has no account yet: makes one, signs in, and is asked', async () => {
      const open = await startGate(kind, { SIGNUPS: 'open' });
      const own = new DeskBrowser(open.app);
      const url = authorizationUrl(await register(open.app), newVerifier());
      const page = await consentPage(own, url);
      const { body } = await own.open(leadsTo(await own.open(page)));
      const signUp = /href="(\/desk\/sign-up\?next=[^"]+)"/.exec(body)?.[1] ?? '';
      const cy = { email: 'cy@press.example', password: 'the password of cy' };
      const signInPage = leadsTo(await own.submit(signUp, { name: 'Cy', slug: 'cy', ...cy }));
      assert.equal(leadsTo(await own.submit(signInPage, cy)), page);
      assert.match((await own.open(page)).body, /<dt>Your account<\/dt><dd>Cy \(cy\)/);
    });

    test('has the only browser that can answer: by cookies for that page alone', async () => {
      const asked = await browser.open(authorizationUrl(clientId, newVerifier()));
      const page = String(asked.headers.location);
      const set = [asked.headers['set-cookie'] ?? []].flat();
      assert.equal(set.length, 4);
      for (const cookie of set) {
        assert.match(cookie, /; path=\/(?:desk\/connect|oauth\/auth)\/[\w-]{20,};/);
        assert.match(cookie, /; samesite=lax; secure; httponly$/);
      }
      const other = await browserOf(gate, bob);
      const name = 'standfirst_oauth_consent';
      other.cookies.set(name, page.split('/').at(-1) ?? '').set(`${name}.sig`, 'made-up');
      assert.equal((await other.open(page)).statusCode, 404);
    });

    test('has pressed Connect twice: connected once, with a page that says how to go on', async () => {
      const page = await asks();
      await browser.submit(page, ALLOWED);
      assert.ok((await answered(browser, page)).searchParams.get('code'));
      const late = await browser.open(page);
      assert.equal(late.statusCode, 404);
      assert.match(late.body, /Start again in the app\./);
    });

    test('is asked for no document of a machine that is not public', async () => {
      const served = await serveDocument();
      const port = new URL(served.clientId).port;
      const hosts = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f000001', '127.1'];
      for (const host of hosts) {
        const client = `https://${host}:${port}/app.json`;
        const answer = await browser.open(authorizationUrl(client, newVerifier()));
        assert.equal(answer.statusCode, 400, host);
      }
      assert.equal(served.reached(), 0);
    });

    test('is asked for no document that is said to be elsewhere', async () => {
      const open = await startGate(kind, { WEBHOOK_ALLOW: '127.0.0.1' });
      const there = await serveDocument();
      const moved = await serveDocument({}, { location: there.clientId });
      there.change({ client_id: moved.clientId, redirect_uris: [CALLBACK] });
      const url = authorizationUrl(moved.clientId, newVerifier());
      assert.equal((await open.app.inject(url)).statusCode, 400);
      assert.ok(moved.fetched() > 0);
      assert.equal(there.reached(), 0);
    });

    test('is asked for an app that has good redirects among odd ones', async () => {
      const odd = ['http://127.0.0.2:1/cb', 'http://app.localhost/cb', 'mailto:ada@press.example'];
      const payload = { redirect_uris: [...odd, CALLBACK] };
      const answer = await app.inject({ method: 'POST', url: '/oauth/register', payload });
      assert.equal(answer.statusCode, 201, answer.body);
      assert.deepEqual(at(answer.json<Json>(), 'redirect_uris'), [CALLBACK]);
    });

    test('is not bothered by requests that cannot be read: those have errors of OAuth', async () => {
      const JSON_TYPE = { 'content-type': 'application/json' };
      const sent = { method: 'POST', headers: JSON_TYPE, payload: '{"redirect' } as const;
      const broken = await app.inject({ ...sent, url: '/oauth/register' });
      assert.equal(broken.statusCode, 400);
      assert.equal(at(broken.json<Json>(), 'error'), 'invalid_client_metadata');
      assert.equal(at(broken.json<Json>(), 'code'), 'malformed_json');
      const text = { ...sent, headers: { 'content-type': 'text/plain' }, url: '/oauth/token' };
      const odd = await app.inject(text);
      assert.deepEqual([odd.statusCode, at(odd.json<Json>(), 'error')], [415, 'invalid_request']);
      assert.equal(odd.headers['cache-control'], 'no-store');
    });
  });
}
