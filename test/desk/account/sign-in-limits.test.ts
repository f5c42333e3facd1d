// Limits on sign-in attempts: a client that guesses passwords locks out only itself.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SQLITE_OR_BOTH } from '../../support/databases/databases.ts';
import { type Desk, MINUTE, startDesk } from '../../support/desk/desk.ts';
import type { Answer, DeskBrowser, Fields, Peer } from '../../support/desk/desk-browser.ts';
import { startMailbox } from '../../support/desk/mailbox.ts';
import { someOf } from '../../support/full.ts';
import { NOW } from '../../support/service.ts';

const TRIES = 10;
const HERE = { remoteAddress: '203.0.113.7' };
const THERE = { remoteAddress: '203.0.113.8' };

const ADA = { email: 'ada@press.example', password: 'the password of ada' };
const GUESS = { ...ADA, password: 'a guess' };

/** Fills the form of a page in and sends it, this often; the page is opened once. */
async function spend(browser: DeskBrowser, url: string, fields: Fields, times = TRIES) {
  const form_token = await browser.csrfToken(url);
  for (let at = 0; at < times; at++) {
    const answer = await browser.post(url, { ...fields, form_token });
    assert.notEqual(answer.statusCode, 429, `try ${at + 1}`);
  }
}

const signIn = (browser: DeskBrowser, fields: Fields) => browser.submit('/desk/sign-in', fields);

function assertLimited(answer: Answer): void {
  assert.equal(answer.statusCode, 429, answer.body);
  const wait = Number(answer.headers['retry-after']);
  assert.ok(wait >= 1 && wait <= (15 * MINUTE) / 1000, String(wait));
  assert.match(String(answer.headers['content-type']), /^text\/html/);
  assert.match(answer.body, /role="alert">Too many attempts\. Wait 15 minutes/);
}

const via = (forwarded: string): Peer => ({
  remoteAddress: '127.0.0.1',
  headers: { 'x-forwarded-for': forwarded },
});

interface Case {
  name: string;
  settings?: { [name: string]: string };
  guesser: Peer;
  comer: Peer;
  limited: boolean;
}

const CASES: Case[] = [
  { name: 'the same address', guesser: HERE, comer: HERE, limited: true },
  { name: 'another address', guesser: HERE, comer: THERE, limited: false },
  {
    name: 'the same IPv6 network',
    guesser: { remoteAddress: '2001:db8:1:2::1' },
    comer: { remoteAddress: '2001:db8:1:2:3:4:5:6' },
    limited: true,
  },
  {
    name: 'another IPv6 network',
    guesser: { remoteAddress: '2001:db8:1:2::1' },
    comer: { remoteAddress: '2001:db8:1:3::1' },
    limited: false,
  },
  { name: 'this machine', guesser: {}, comer: {}, limited: true },
  {
    name: 'this machine where RATE_LIMIT_EXEMPT names it',
    settings: { RATE_LIMIT_EXEMPT: '127.0.0.1' },
    guesser: {},
    comer: {},
    limited: false,
  },
  {
    name: 'a proxy that is not trusted, whoever is behind it',
    guesser: via('203.0.113.7'),
    comer: via('203.0.113.8'),
    limited: true,
  },
  {
    name: 'the same address behind a trusted proxy',
    settings: { TRUST_PROXY: '1' },
    guesser: via('203.0.113.7'),
    comer: via('203.0.113.7'),
    limited: true,
  },
  {
    name: 'another address behind a trusted proxy',
    settings: { TRUST_PROXY: '1' },
    guesser: via('203.0.113.7'),
    comer: via('203.0.113.8'),
    limited: false,
  },
  {
    name: 'the same address where RATE_LIMITS is off',
    settings: { RATE_LIMITS: 'off' },
    guesser: HERE,
    comer: HERE,
    limited: false,
  },
];

for (const kind of SQLITE_OR_BOTH) {
  const started = async (settings: { [name: string]: string } = {}): Promise<Desk> => {
    const desk = await startDesk(kind, { RATE_LIMIT_EXEMPT: '', ...settings });
    await desk.writer('ada');
    return desk;
  };

  describe(`after ten guesses at an account, on ${kind}`, () => {
    for (const { name, settings, guesser, comer, limited } of someOf(CASES, 3)) {
      test(`${name} ${limited ? 'has to wait' : 'does not'}`, async () => {
        const desk = await started(settings);
        await spend(desk.browser(guesser), '/desk/sign-in', GUESS);
        const answer = await signIn(desk.browser(comer), ADA);
        if (limited) assertLimited(answer);
        else assert.equal(answer.statusCode, 303, answer.body);
      });
    }

    test('what was typed is kept, but for the password', async () => {
      const browser = (await started()).browser(HERE);
      await spend(browser, '/desk/sign-in', GUESS);
      const answer = await signIn(browser, ADA);
      assertLimited(answer);
      assert.match(answer.body, /name="email" type="email" value="ada@press\.example"/);
      assert.doesNotMatch(answer.body, /the password of ada/);
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.equal((await browser.open('/desk/sign-in')).statusCode, 200);
    });

    test('another account at the same address is not touched', async () => {
      const desk = await started();
      const bo = await desk.writer('bo');
      const browser = desk.browser(HERE);
      await spend(browser, '/desk/sign-in', GUESS);
      const { email, password } = bo;
      assert.equal((await signIn(browser, { email, password })).statusCode, 303);
    });

    test('an e-mail spelled otherwise is the same account', async () => {
      const browser = (await started()).browser(HERE);
      await spend(browser, '/desk/sign-in', GUESS, 5);
      await spend(browser, '/desk/sign-in', { ...GUESS, email: ' ADA@Press.EXAMPLE ' }, 5);
      assertLimited(await signIn(browser, ADA));
    });

    test('an unknown account is limited alike', async () => {
      const browser = (await started()).browser(HERE);
      const nobody = { ...GUESS, email: 'nobody@press.example' };
      await spend(browser, '/desk/sign-in', nobody);
      assertLimited(await signIn(browser, nobody));
    });

    test('a quarter of an hour later it is open again, and not before', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: NOW.getTime() });
      const browser = (await started()).browser(HERE);
      await spend(browser, '/desk/sign-in', GUESS);
      t.mock.timers.tick(15 * MINUTE - 1000);
      const answer = await signIn(browser, ADA);
      assertLimited(answer);
      assert.equal(answer.headers['retry-after'], '1');
      t.mock.timers.tick(1000);
      assert.equal((await signIn(browser, ADA)).statusCode, 303);
    });

    test('forms of another site count for nothing', async () => {
      const browser = (await started()).browser(HERE);
      await browser.open('/desk/sign-in');
      for (let at = 0; at <= TRIES; at++) {
        const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
        assert.equal((await browser.post('/desk/sign-in', GUESS, foreign)).statusCode, 403);
      }
      assert.equal((await signIn(browser, ADA)).statusCode, 303);
    });

    test('each answer says what is left', async () => {
      const browser = (await started()).browser(HERE);
      const { headers } = await signIn(browser, GUESS);
      assert.equal(headers['ratelimit-limit'], '10');
      assert.equal(headers['ratelimit-remaining'], '9');
      assert.equal(headers['retry-after'], undefined);
      assert.equal((await signIn(browser, GUESS)).headers['ratelimit-remaining'], '8');
    });
  });

  describe(`forms that name no account, on ${kind}`, () => {
    test('ten tries at making an account, so that nobody asks who has one', async () => {
      const desk = await started({ SIGNUPS: 'open' });
      const fields = { ...ADA, name: 'Bo', slug: 'bo' };
      const browser = desk.browser(HERE);
      await spend(browser, '/desk/sign-up', fields);
      assertLimited(await browser.submit('/desk/sign-up', fields));
      const other = await desk
        .browser(THERE)
        .submit('/desk/sign-up', { ...fields, email: 'bo@press.example' });
      assert.equal(other.statusCode, 303, other.body);
    });

    test('ten tries at the current password', async () => {
      const desk = await started();
      const browser = await desk.signedIn({ slug: 'ada', ...ADA }, HERE);
      const fields = { change: 'password', current: 'a guess', password: 'a new password' };
      await spend(browser, '/desk/account', fields);
      assertLimited(await browser.submit('/desk/account', { ...fields, current: ADA.password }));
    });
  });

  describe(`a forgotten password’s limits, on ${kind}`, async () => {
    const mailbox = await startMailbox();
    const settings = { SMTP_URL: `smtp://${mailbox.host}` };

    test('ten e-mails to an account from an address, and no less to it from another', async () => {
      const desk = await started(settings);
      const browser = desk.browser(HERE);
      const fields = { email: ADA.email };
      await spend(browser, '/desk/forgot', fields);
      const answer = await browser.submit('/desk/forgot', fields);
      assertLimited(answer);
      assert.match(answer.body, /value="ada@press\.example"/);
      const other = await desk.browser(THERE).submit('/desk/forgot', fields);
      assert.equal(other.statusCode, 303);
      assert.equal((await signIn(browser, ADA)).statusCode, 303, 'signing in counts for itself');
    });

    test('ten tries at reset links from an address, and none less from others', async () => {
      const desk = await started(settings);
      for (let network = 0; network < 10; network += 1) {
        const guesser = desk.browser({ remoteAddress: `198.51.100.${network}` });
        const guess = { password: 'a guess', form_token: await guesser.csrfToken('/desk/forgot') };
        for (let at = 0; at < TRIES; at++) await guesser.post('/desk/reset?token=x', guess);
      }
      const browser = desk.browser(HERE);
      const form_token = await browser.csrfToken('/desk/forgot');
      const fields = { password: 'a new password', form_token };
      for (let at = 0; at < TRIES; at++) {
        const answer = await browser.post(`/desk/reset?token=${at}`, fields);
        assert.equal(answer.statusCode, 403);
      }
      assertLimited(await browser.post('/desk/reset?token=11', fields));
      const other = desk.browser(THERE);
      const token = await other.csrfToken('/desk/forgot');
      const answer = await other.post('/desk/reset?token=11', { ...fields, form_token: token });
      assert.equal(answer.statusCode, 403);
    });
  });
}
