// Forms are taken from their own page in the same browser, and from nowhere else.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import {
  type Desk,
  isSignedIn,
  opens,
  type Person,
  SESSION,
  startDesk,
} from '../../support/desk/desk.ts';
import {
  type DeskBrowser,
  type Fields,
  leadsTo,
  OWN_FORM,
} from '../../support/desk/desk-browser.ts';

interface Sender {
  name: string;
  headers?: { [name: string]: string };
  /** Instead of the token of the form's own page. */
  token?: (desk: Desk, own: string, page: string) => Promise<string | undefined>;
  allowed?: boolean;
}

const ORIGIN = OWN_FORM.origin;

const SENDERS: Sender[] = [
  { name: 'the form’s own page', headers: OWN_FORM, allowed: true },
  { name: 'its own page in a browser that says less', headers: { origin: ORIGIN }, allowed: true },
  { name: 'its own page in an old browser', headers: {}, allowed: true },
  {
    name: 'its own page behind a proxy',
    headers: { origin: 'http://press.example' },
    allowed: true,
  },
  { name: 'a form without a token', token: async () => undefined },
  { name: 'a form with an empty token', token: async () => '' },
  { name: 'a form with a changed token', token: async (_desk, own) => `${own}x` },
  { name: 'a form with another browser’s token', token: (desk, _own, page) => tokenOf(desk, page) },
  { name: 'another origin', headers: { origin: 'https://evil.example' } },
  { name: 'another host of the site', headers: { origin: 'https://blog.press.example' } },
  { name: 'another port of the host', headers: { origin: 'https://press.example:8443' } },
  { name: 'a host that begins alike', headers: { origin: 'https://press.example.evil.example' } },
  { name: 'an origin that is nobody’s', headers: { origin: 'null' } },
  { name: 'an origin that is empty', headers: { origin: '' } },
  { name: 'a page of another site', headers: { 'sec-fetch-site': 'cross-site' } },
  { name: 'a page of the same site', headers: { 'sec-fetch-site': 'same-site' } },
  {
    name: 'another site with the right origin',
    headers: { ...OWN_FORM, 'sec-fetch-site': 'cross-site' },
  },
];

async function tokenOf(desk: Desk, page: string): Promise<string> {
  const browser =
    page === '/desk/sign-in' ? desk.browser() : await desk.signedIn(await stranger(desk));
  return browser.csrfToken(page);
}

let strangers = 0;
const stranger = (desk: Desk) => desk.writer(`stranger-${strangers++}`);

async function send(desk: Desk, browser: DeskBrowser, sender: Sender, url: string, fields: Fields) {
  const own = await browser.csrfToken(url);
  const form_token = sender.token ? await sender.token(desk, own, url) : own;
  const sent = form_token === undefined ? fields : { ...fields, form_token };
  return browser.post(url, sent, sender.headers);
}

const NEW = 'a password never used before';

for (const kind of DATABASES_IN_FULL) {
  describe(`where forms come from, on ${kind}`, async () => {
    const desk = await startDesk(kind);
    let people = 0;
    const person = (): Promise<Person> => desk.writer(`writer-${people++}`);

    for (const sender of SENDERS) {
      const { name, allowed = false } = sender;
      const word = allowed ? 'is taken' : 'is refused';

      test(`sign-in from ${name} ${word}`, async () => {
        const { email, password } = await person();
        const browser = desk.browser();
        const answer = await send(desk, browser, sender, '/desk/sign-in', { email, password });
        assert.equal(answer.statusCode, allowed ? 303 : 403, answer.body);
        assert.equal(browser.cookies.has(SESSION), allowed);
      });

      test(`a change of password from ${name} ${word}`, async () => {
        const own = await person();
        const browser = await desk.signedIn(own);
        const fields = { change: 'password', current: own.password, password: NEW };
        const answer = await send(desk, browser, sender, '/desk/account', fields);
        assert.equal(answer.statusCode, allowed ? 303 : 403, answer.body);
        assert.equal(await opens(desk, own), !allowed);
        assert.equal(await opens(desk, { ...own, password: NEW }), allowed);
      });

      test(`sign-out from ${name} ${word}`, async () => {
        const browser = await desk.signedIn(await person());
        const answer = await send(desk, browser, sender, '/desk/sign-out', {});
        assert.equal(answer.statusCode, allowed ? 303 : 403, answer.body);
        assert.equal(await isSignedIn(browser), !allowed);
      });
    }

    test('a form without any cookie is refused', async () => {
      const { email, password } = await person();
      const form_token = await desk.browser().csrfToken('/desk/sign-in');
      const answer = await desk.browser().post('/desk/sign-in', { email, password, form_token });
      assert.equal(answer.statusCode, 403);
    });

    test('the token of before the sign-in is refused after it', async () => {
      const own = await person();
      const browser = desk.browser();
      const form_token = await browser.csrfToken('/desk/sign-in');
      leadsTo(await browser.post('/desk/sign-in', { ...own, form_token }));
      const answer = await browser.post('/desk/sign-out', { form_token });
      assert.equal(answer.statusCode, 403);
      assert.equal(await isSignedIn(browser), true);
    });

    test('the token in the address instead of the form is refused', async () => {
      const browser = await desk.signedIn(await person());
      const form_token = await browser.csrfToken('/desk/sign-out');
      const answer = await browser.post(`/desk/sign-out?form_token=${form_token}`, {});
      assert.equal(answer.statusCode, 403);
      assert.equal(await isSignedIn(browser), true);
    });

    test('a GET changes nothing', async () => {
      const browser = await desk.signedIn(await person());
      assert.equal((await browser.open('/desk/sign-out?everywhere=yes')).statusCode, 200);
      assert.equal(await isSignedIn(browser), true);
    });
  });
}
