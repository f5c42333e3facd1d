// Signing in: what is right, what is refused and how alike, the cookie, and where it leads.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { author } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import {
  type Desk,
  isSignedIn,
  PLAIN_SESSION,
  SESSION,
  startDesk,
} from '../../support/desk/desk.ts';
import { type Answer, leadsTo, type Peer } from '../../support/desk/desk-browser.ts';

const HTTPS: Peer = { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' } };

const REFUSED = [
  { name: 'a wrong password', email: 'ada@press.example', password: 'not the password' },
  { name: 'an unknown e-mail', email: 'nobody@press.example', password: 'the password of ada' },
  { name: 'the password of another', email: 'ada@press.example', password: 'the password of bo' },
  { name: 'no password', email: 'ada@press.example', password: '' },
  { name: 'no e-mail', email: '', password: 'the password of ada' },
  { name: 'an account without a password', email: 'imported@press.example', password: '' },
  { name: 'the slug for an e-mail', email: 'ada', password: 'the password of ada' },
  {
    name: 'a password with a space behind',
    email: 'ada@press.example',
    password: 'the password of ada ',
  },
  { name: 'a very long password', email: 'ada@press.example', password: 'a'.repeat(10_000) },
  { name: 'SQL for an e-mail', email: "' OR 1=1 --", password: 'the password of ada' },
];

const RIGHT = ['ada@press.example', 'ADA@Press.Example', '  ada@press.example '];

/** Where `next` says to go, and where it leads. */
const NEXT: [next: string, leads: string][] = [
  ['', '/desk'],
  ['/desk', '/desk'],
  ['/desk/account', '/desk/account'],
  ['/desk?status=draft&q=a%20b', '/desk?status=draft&q=a%20b'],
  ['/desk?q=é你', '/desk?q=%C3%A9%E4%BD%A0'],
  ['https://press.example/desk/account', '/desk/account'],
  ['/', '/desk'],
  ['/author/ada', '/desk'],
  ['/api/openapi.json', '/desk'],
  ['/desktop', '/desk'],
  ['/desk/../api/openapi.json', '/desk'],
  ['/desk/%2e%2e/api/openapi.json', '/desk'],
  ['/desk/..\\api/openapi.json', '/desk'],
  ['/desk/sign-in', '/desk'],
  ['/desk/sign-out', '/desk'],
  ['/desk/./sign-out', '/desk'],
  ['https://evil.example', '/desk'],
  ['https://evil.example/desk', '/desk'],
  ['//evil.example/desk', '/desk'],
  ['///evil.example/desk', '/desk'],
  ['/\\evil.example/desk', '/desk'],
  ['\\\\evil.example/desk', '/desk'],
  ['/\t/evil.example/desk', '/desk'],
  ['/\n/evil.example/desk', '/desk'],
  ['https:evil.example/desk', '/desk'],
  ['https://press.example@evil.example/desk', '/desk'],
  ['https://press.example.evil.example/desk', '/desk'],
  ['https://press.example:8443/desk', '/desk'],
  ['http://press.example/desk', '/desk'],
  ['javascript:alert(1)//desk', '/desk'],
  ['data:text/html,/desk', '/desk'],
  ['/desk/account\r\nset-cookie: a=b', '/desk/accountset-cookie:%20a=b'],
  ['https://[', '/desk'],
];

const sessionCookie = ({ cookies }: Answer) => cookies.find(({ name }) => name === SESSION);

async function startedDesk(kind: DatabaseKind): Promise<Desk> {
  const desk = await startDesk(kind, { TRUST_PROXY: '1' });
  await desk.writer('ada');
  await desk.writer('bo');
  await desk.add(author('imported', { email: 'imported@press.example' }));
  return desk;
}

for (const kind of DATABASES_IN_FULL) {
  describe(`signing in, on ${kind}`, async () => {
    const desk = await startedDesk(kind);
    const ADA = { email: 'ada@press.example', password: 'the password of ada' };

    for (const email of RIGHT) {
      test(`with ${JSON.stringify(email)} and the password`, async () => {
        const browser = desk.browser();
        const answer = await browser.submit('/desk/sign-in', { ...ADA, email });
        assert.equal(leadsTo(answer), '/desk');
        assert.equal(await isSignedIn(browser), true);
      });
    }

    test('every refusal is the same, whatever is wrong', async () => {
      const browser = desk.browser();
      const bodies = new Map<string, string>();
      for (const { name, email, password } of REFUSED) {
        const answer = await browser.submit('/desk/sign-in', { email, password });
        assert.equal(answer.statusCode, 401, name);
        assert.equal(answer.headers['set-cookie'], undefined, name);
        const typed = `value="${email.replaceAll("'", '&#39;')}"`;
        assert.ok(answer.body.includes(typed), `${name}: what was typed is kept`);
        bodies.set(name, answer.body.replace(typed, ''));
      }
      assert.equal(new Set(bodies.values()).size, 1, JSON.stringify([...bodies], null, 1));
      assert.match([...bodies.values()].join(), /The email address or the password is wrong/);
      assert.equal(await isSignedIn(browser), false);
    });

    test('a password that was typed is never shown again', async () => {
      const typed = { email: 'nobody@press.example', password: 'typed-in-vain' };
      const { body } = await desk.browser().submit('/desk/sign-in', typed);
      assert.doesNotMatch(body, /typed-in-vain/);
    });

    test('the cookie is for the browser alone, and for this site’s own requests', async () => {
      const plain = await desk.browser().submit('/desk/sign-in', ADA);
      assert.partialDeepStrictEqual(sessionCookie(plain), {
        ...{ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 24 * 60 * 60 },
      });
    });

    for (const peer of [HTTPS, {}]) {
      test(`where the site is https no cookie goes over plain http, ${peer === HTTPS ? 'behind a proxy that says so' : 'and behind one that does not'}`, async () => {
        const browser = desk.browser(peer);
        const page = await browser.open('/desk/sign-in');
        const flags = { httpOnly: true, sameSite: 'Lax', secure: true };
        assert.partialDeepStrictEqual(page.cookies, [flags]);
        const answer = await browser.submit('/desk/sign-in', ADA);
        assert.partialDeepStrictEqual(sessionCookie(answer), flags);
        const left = await browser.submit('/desk/sign-out');
        assert.partialDeepStrictEqual(sessionCookie(left), { ...flags, value: '' });
        for (const { name } of [...page.cookies, ...answer.cookies]) assert.match(name, /^__Host-/);
      });
    }

    test('where the site is https, a cookie without the prefix signs nobody in', async () => {
      const signedIn = desk.browser();
      leadsTo(await signedIn.submit('/desk/sign-in', ADA));
      const browser = desk.browser();
      browser.cookies.set(PLAIN_SESSION, String(signedIn.cookies.get(SESSION)));
      assert.equal(await isSignedIn(browser), false);
      assert.equal(browser.cookies.get(SESSION), undefined);
    });

    test('where the site is plain http the cookie has no prefix, and works', async () => {
      const plain = await startDesk(kind, { BASE_URL: 'http://press.example' });
      await plain.writer('ada');
      const browser = plain.browser();
      const answer = await browser.submit('/desk/sign-in', ADA);
      const found = answer.cookies.find(({ name }) => name === PLAIN_SESSION);
      assert.equal(found?.secure, undefined);
      assert.equal(await isSignedIn(browser), true);
    });

    test('a session that was there before is not taken over, and is over', async () => {
      const browser = desk.browser();
      browser.cookies.set(SESSION, 'chosen-by-somebody-else');
      leadsTo(await browser.submit('/desk/sign-in', ADA));
      const first = String(browser.cookies.get(SESSION));
      assert.match(first, /^[\w-]{43}$/);

      leadsTo(await browser.submit('/desk/sign-in', ADA));
      assert.notEqual(browser.cookies.get(SESSION), first);
      assert.equal(await isSignedIn(browser), true);
      const old = desk.browser();
      old.cookies.set(SESSION, first);
      assert.equal(await isSignedIn(old), false);
    });

    test('the database has a hash of the cookie, and not the cookie', async () => {
      const browser = desk.browser();
      leadsTo(await browser.submit('/desk/sign-in', ADA));
      const cookie = String(browser.cookies.get(SESSION));
      assert.equal(await desk.context.store.sessions.byId(cookie), undefined);
    });

    for (const [next, leads] of NEXT) {
      test(`next=${JSON.stringify(next)} leads to ${leads}`, async () => {
        const url = `/desk/sign-in?next=${encodeURIComponent(next)}`;
        assert.equal(leadsTo(await desk.browser().submit(url, ADA)), leads);
      });
    }

    test('a next that is there twice, or in brackets, leads to the desk', async () => {
      for (const query of ['next=/desk/account&next=//evil.example', 'next[]=//evil.example']) {
        const answer = await desk.browser().submit(`/desk/sign-in?${query}`, ADA);
        assert.equal(leadsTo(answer), '/desk');
      }
    });

    test('a page of the desk leads to sign-in, and from there back to it', async () => {
      const browser = desk.browser();
      const signIn = leadsTo(await browser.open('/desk/edit/profile?a=b&c=%26'));
      assert.match(signIn, /^\/desk\/sign-in\?next=/);
      assert.equal(leadsTo(await browser.submit(signIn, ADA)), '/desk/edit/profile?a=b&c=%26');
    });

    test('a suspended writer is told so once the password is right, and not before', async () => {
      const cy = await desk.writer('cy');
      await suspendWriter(desk.context, 'cy');
      const browser = desk.browser();
      const wrong = await browser.submit('/desk/sign-in', { ...cy, password: 'not the password' });
      assert.equal(wrong.statusCode, 401);
      assert.doesNotMatch(wrong.body, /suspended/);
      const right = await browser.submit('/desk/sign-in', { ...cy });
      assert.equal(right.statusCode, 403);
      assert.match(right.body, /This account is suspended/);
      assert.equal(sessionCookie(right), undefined);
    });
  });
}
