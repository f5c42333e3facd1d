// How often a network may try all accounts together, and an account be tried from everywhere. Counts
// are in memory, so one database will do.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Desk, startDesk } from '../../support/desk/desk.ts';
import type { Answer, DeskBrowser, Fields } from '../../support/desk/desk-browser.ts';
import { startMailbox } from '../../support/desk/mailbox.ts';

const TRIES = 10;
const WIDE = 100;
const HERE = { remoteAddress: '203.0.113.7' };
const THERE = { remoteAddress: '203.0.113.8' };

/** The cookie that stays after signing out, by the end of its name. */
const DEVICE = 'standfirst_device';

const ADA = { email: 'ada@press.example', password: 'the password of ada' };
const GUESS = { ...ADA, password: 'a guess' };

const signIn = (browser: DeskBrowser, fields: Fields) => browser.submit('/desk/sign-in', fields);

function assertLimited(answer: Answer): void {
  assert.equal(answer.statusCode, 429, answer.body);
  assert.ok(Number(answer.headers['retry-after']) >= 1);
  assert.match(answer.body, /Too many attempts/);
}

async function started(settings: { [name: string]: string } = {}): Promise<Desk> {
  const desk = await startDesk('sqlite', settings);
  await desk.writer('ada');
  return desk;
}

describe('wide limits', () => {
  test('one network is limited over all accounts, and another is not', async () => {
    const desk = await started();
    const browser = desk.browser({ remoteAddress: '2001:db8:1:2::1' });
    const form_token = await browser.csrfToken('/desk/sign-in');
    for (let at = 0; at < WIDE; at++) {
      const fields = { ...GUESS, email: `${at}@press.example`, form_token };
      assert.equal((await browser.post('/desk/sign-in', fields)).statusCode, 401, `try ${at}`);
    }
    assertLimited(await signIn(desk.browser({ remoteAddress: '2001:db8:1:2::2' }), ADA));
    assert.equal((await signIn(desk.browser(HERE), ADA)).statusCode, 303);
  });

  test('one account is limited over all networks, and another is not', async () => {
    const desk = await started();
    const { email, password } = await desk.writer('bo');
    for (let at = 0; at < WIDE; at++) {
      const answer = await signIn(desk.browser({ remoteAddress: `198.51.100.${at}` }), GUESS);
      assert.equal(answer.statusCode, 401, `try ${at}`);
    }
    assertLimited(await signIn(desk.browser(HERE), ADA));
    assert.equal((await signIn(desk.browser(HERE), { email, password })).statusCode, 303);
  });

  test('whoever tries, a browser that has signed in before has tries of its own', async () => {
    const desk = await started();
    const known = await desk.signedIn({ slug: 'ada', ...ADA }, HERE);
    await known.submit('/desk/sign-out');
    const device = [...known.cookies].find(([name]) => name.endsWith(DEVICE));
    assert.ok(device, [...known.cookies.keys()].join());
    const others = await desk.signedIn(await desk.writer('bo'), THERE);
    await others.submit('/desk/sign-out');
    // The first sign-in was one of them.
    for (let at = 1; at < TRIES; at++) {
      assert.equal((await signIn(desk.browser(HERE), GUESS)).statusCode, 401);
    }
    for (let at = TRIES; at < WIDE; at++) {
      const answer = await signIn(desk.browser({ remoteAddress: `198.51.100.${at}` }), GUESS);
      assert.equal(answer.statusCode, 401, `try ${at}`);
    }
    assertLimited(await signIn(desk.browser(HERE), ADA));
    assertLimited(await signIn(others, ADA));
    for (const value of ['', 'x', 'x.y', `x${device[1]}`, `${device[1]}x`]) {
      const forger = desk.browser(THERE);
      forger.cookies.set(device[0], value);
      assertLimited(await signIn(forger, ADA));
    }
    for (let at = 0; at < TRIES - 1; at++) {
      assert.equal((await signIn(known, GUESS)).statusCode, 401);
    }
    assert.equal((await signIn(known, ADA)).statusCode, 303);
    await known.submit('/desk/sign-out');
    assertLimited(await signIn(known, ADA));
  });

  test('one network alone does not use up what the account has', async () => {
    const desk = await started();
    const browser = desk.browser(HERE);
    const form_token = await browser.csrfToken('/desk/sign-in');
    for (let at = 0; at < TRIES; at++) {
      const answer = await browser.post('/desk/sign-in', { ...GUESS, form_token });
      assert.equal(answer.statusCode, 401);
    }
    for (let at = 0; at < WIDE; at++) {
      assertLimited(await browser.post('/desk/sign-in', { ...GUESS, form_token }));
    }
    assert.equal((await signIn(desk.browser(THERE), ADA)).statusCode, 303);
  });

  test('ten tries at the first account', async () => {
    const desk = await startDesk('sqlite');
    const browser = desk.browser(HERE);
    const form_token = await browser.csrfToken('/desk/sign-in');
    const post = (at: number) => browser.post(`/desk/set-up?token=${at}`, { ...ADA, form_token });
    for (let at = 0; at < TRIES; at++) assert.equal((await post(at)).statusCode, 403);
    assert.equal((await post(TRIES)).statusCode, 429);
  });

  test('a hundred tries with passkeys', async () => {
    const desk = await started();
    const browser = desk.browser(HERE);
    const form_token = await browser.csrfToken('/desk/sign-in');
    const begin = () => browser.call('/desk/passkeys/sign-in/begin', { form_token });
    for (let at = 0; at < WIDE; at++) assert.equal((await begin()).statusCode, 200);
    const answer = await begin();
    assert.equal(answer.statusCode, 429);
    assert.ok(Number(answer.headers['retry-after']) > 0);
  });

  test('twenty e-mails of a kind to an account from anywhere', async () => {
    const mailbox = await startMailbox();
    const desk = await started({ SMTP_URL: `smtp://${mailbox.host}`, SIGNUPS: 'open' });
    const known = await desk.signedIn({ slug: 'ada', ...ADA }, THERE);
    await known.submit('/desk/sign-out');
    const from = (at: number) => desk.browser({ remoteAddress: `198.51.100.${at % 256}` });
    const signUp = { ...ADA, name: 'Bo', slug: 'bo' };
    for (let at = 0; at < 20; at++) {
      assert.equal((await from(at).submit('/desk/sign-up', signUp)).statusCode, 303);
    }
    assertLimited(await from(20).submit('/desk/sign-up', signUp));
    const fields = { email: ADA.email };
    for (let at = 0; at < 20; at++) {
      assert.equal((await from(at).submit('/desk/forgot', fields)).statusCode, 303, `ask ${at}`);
    }
    // However often others ask, it says that there are links, and where they are.
    for (let at = 20; at < WIDE + 10; at++) {
      const answer = await from(at).submit('/desk/forgot', fields);
      assert.equal(answer.statusCode, 429);
      assert.ok(Number(answer.headers['retry-after']) >= 1);
      assert.match(answer.body, /role="alert">Too many links[^<]* open the latest/);
    }
    assert.equal((await known.submit('/desk/forgot', fields)).statusCode, 303);
    await desk.app.close();
    const reset = mailbox.emails.filter(({ text }) => text.includes('/desk/reset?token='));
    assert.equal(reset.length, 21);
    for (const { to } of reset) assert.deepEqual(to, [ADA.email]);
  });

  test('sign-ups with an e-mail address leave those who want to change to it theirs', async () => {
    const mailbox = await startMailbox();
    const desk = await started({ SMTP_URL: `smtp://${mailbox.host}`, SIGNUPS: 'open' });
    const email = 'new@press.example';
    for (let at = 0; at < 20; at++) {
      const stranger = desk.browser({ remoteAddress: `198.51.100.${at}` });
      await stranger.submit('/desk/sign-up', { ...ADA, name: 'Bo', slug: 'bo', email });
    }
    const browser = await desk.signedIn({ slug: 'ada', ...ADA }, HERE);
    const fields = { change: 'email', current: ADA.password, email };
    assert.equal((await browser.submit('/desk/account', fields)).statusCode, 303);
  });
});
