// What the desk accepts from passkeys and their page, on both databases, and where passkeys are offered.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { Authenticator } from '../../support/desk/authenticator.ts';
import { isSignedIn, startDesk } from '../../support/desk/desk.ts';
import {
  addPasskey,
  call,
  finish,
  newPasskey,
  passkeyUse,
  signInWith,
} from '../../support/desk/passkeys.ts';

for (const kind of DATABASES_IN_FULL) {
  describe(`passkeys on ${kind}`, async () => {
    const desk = await startDesk(kind);
    const ada = await desk.signedIn(await desk.writer('ada'));

    test('a passkey signs in, and the account says when', async () => {
      const device = await addPasskey(ada);
      assert.match((await ada.open('/desk/account')).body, /not used yet/);
      const browser = desk.browser();
      const answer = await signInWith(browser, device);
      assert.deepEqual([answer.statusCode, answer.json()], [200, { ok: true }]);
      const { body } = await browser.open('/desk/account');
      assert.match(body, /value="ada@press\.example"/);
      assert.match(body, /last used <time/);
    });

    test('signing in ends the session that the browser had', async () => {
      const device = await addPasskey(ada);
      const browser = desk.browser();
      await signInWith(browser, device);
      const before = desk.browser();
      for (const [name, value] of browser.cookies) before.cookies.set(name, value);
      await signInWith(browser, device);
      assert.deepEqual([await isSignedIn(before), await isSignedIn(browser)], [false, true]);
    });

    test('a device that counts must count on', async () => {
      const device = await addPasskey(ada);
      const statuses: number[] = [];
      for (const counter of [5, 5, 4, 6, 0]) {
        device.counter = counter;
        statuses.push((await signInWith(desk.browser(), device)).statusCode);
      }
      assert.deepEqual(statuses, [200, 403, 403, 200, 403]);
      assert.equal((await desk.context.store.passkeys.byId(device.id))?.counter, 6);
    });

    test('of two sign-ins with one answer, at once, one comes through', async () => {
      const browser = desk.browser();
      const use = await passkeyUse(browser, await addPasskey(ada));
      const token = await browser.csrfToken('/desk/sign-in');
      const both = [finish(browser, use, { token }), finish(browser, use, { token })];
      const statuses = (await Promise.all(both)).map(({ statusCode }) => statusCode);
      assert.deepEqual(statuses.toSorted(), [200, 403]);
    });

    test('of two copies of a device with the same count, at once, one comes through', async () => {
      const device = await addPasskey(ada);
      device.counter = 1;
      const both = [desk.browser(), desk.browser()];
      const uses = await Promise.all(both.map((browser) => passkeyUse(browser, device)));
      const answers = await Promise.all(both.map((browser, at) => finish(browser, uses[at] ?? {})));
      const statuses = answers.map(({ statusCode }) => statusCode);
      assert.deepEqual(statuses.toSorted(), [200, 403]);
    });

    test('a passkey is added once, with a name, by somebody', async () => {
      const device = new Authenticator();
      const added = await newPasskey(ada, device);
      const token = await ada.csrfToken('/desk/account');
      const add = async (fields: object) => (await call(ada, 'add/finish', fields)).statusCode;
      assert.equal(await add({ ...added, name: ' ' }), 400);
      assert.equal(await add({ ...added, name: 'n'.repeat(81) }), 400);
      assert.equal((await desk.browser().call('/desk/passkeys/add/begin', {})).statusCode, 401);
      const visitor = desk.browser();
      const theirs = { token: await visitor.csrfToken('/desk/sign-in') };
      assert.equal((await call(visitor, 'add/begin', {}, theirs)).statusCode, 401);
      assert.equal((await call(visitor, 'add/finish', added, theirs)).statusCode, 401);
      const ben = await desk.signedIn(await desk.writer('ben'));
      assert.equal((await call(ben, 'add/finish', added)).statusCode, 403, 'Ada’s challenge');
      assert.equal((await call(ada, 'add/finish', added, { token })).statusCode, 200);
      assert.equal(await add(added), 403, 'again');
      assert.equal(await add(await newPasskey(ada, device)), 403, 'the same passkey');
    });

    test('another’s passkey cannot be removed', async () => {
      const device = await addPasskey(ada);
      const cleo = await desk.signedIn(await desk.writer('cleo'));
      await cleo.submit('/desk/passkeys/remove', { id: device.id }, '/desk/account');
      assert.equal((await signInWith(desk.browser(), device)).statusCode, 200);
    });
  });
}

describe('where passkeys are', () => {
  test('behind a proxy they belong to the forwarded host', async () => {
    const desk = await startDesk('sqlite', { TRUST_PROXY: '1' });
    const forwarded = { 'x-forwarded-host': 'press.example', 'x-forwarded-proto': 'https' };
    const peer = { headers: { host: 'inside.example:3000', ...forwarded } };
    const calling = { site: { hostName: 'press.example', origin: 'https://press.example' } };
    const ada = await desk.signedIn(await desk.writer('ada'), peer);
    const device = await addPasskey(ada, calling);
    assert.equal((await signInWith(desk.browser(peer), device, calling)).statusCode, 200);
    assert.equal((await signInWith(desk.browser(), device, calling)).statusCode, 403, 'without it');
  });

  for (const host of ['127.0.0.1:3000', '[::1]:3000']) {
    test(`not at the bare address ${host}`, async () => {
      const desk = await startDesk('sqlite');
      const browser = desk.browser({ headers: { host } });
      assert.doesNotMatch((await browser.open('/desk/sign-in')).body, /passkey/i);
      const headers = { origin: `http://${host}` };
      const { statusCode } = await call(browser, 'sign-in/begin', {}, { headers });
      assert.equal(statusCode, 404);
    });
  }
});
