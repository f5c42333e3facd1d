// Deleting an account at the desk: what the page says, what it takes to confirm it, the days in which it can be taken
// back, and who may do it for somebody else.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eraseDue } from '../../src/operations/erasure/erase-due.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { DAY, HOUR, isSignedIn, startDesk } from '../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { startMailbox } from '../support/desk/mailbox.ts';
import { addPasskey, SITE } from '../support/desk/passkeys.ts';
import { textFields } from '../support/desk/texts.ts';
import { at, type Json } from '../support/json.ts';

const DELETE = '/desk/account/delete';
const KEEP = '/desk/account/keep';
const BANNER = /Your account will be deleted on/;

async function published(browser: DeskBrowser): Promise<string> {
  const place = leadsTo(await browser.submit('/desk/edit/pieces/new', textFields('one')));
  const id = /[0-9a-f-]{36}/.exec(place)?.[0] ?? '';
  const fields = { version: '1', declaration: 'human' };
  leadsTo(await browser.submit(`/desk/edit/pieces/${id}/publish`, fields));
  return id;
}

for (const kind of DATABASES_IN_FULL) {
  describe(`deleting an account at the desk, on ${kind}`, async () => {
    const desk = await startDesk(kind);
    const people = {
      ada: await desk.writer('ada'),
      chief: await desk.writer('chief', { admin: true }),
    };
    const ada = await desk.signedIn(people.ada);
    const chief = await desk.signedIn(people.chief);
    const current = people.ada.password;
    const piece = await published(ada);
    const read = () => desk.app.inject(`/api/public/pieces/${piece}`);
    const due = async () => {
      const account = await desk.context.store.accounts.byEmail(people.ada.email);
      return (await desk.context.store.erasures.of(account?.id ?? ''))?.due_at ?? null;
    };

    test('the page says what happens, offers the download first, and asks what becomes of pieces', async () => {
      const { body } = await ada.open(DELETE);
      assert.ok(body.indexOf('href="/desk/download"') < body.indexOf('<form class="stack"'));
      for (const words of [
        /The public piece/,
        /Keep in public, under another name/,
        /In 14 days/,
      ]) {
        assert.match(body, words);
      }
      assert.match((await ada.open('/desk/account')).body, /href="\/desk\/account\/delete"/);
    });

    test('nothing is asked without the password, a choice, and a name for what stays', async () => {
      const refused = async (fields: { [name: string]: string }, words: RegExp) => {
        const answer = await ada.submit(DELETE, fields);
        assert.equal(answer.statusCode, 400, answer.body);
        assert.match(answer.body, words);
      };
      await refused({ pieces: 'erase', current: 'wrong' }, /This password is incorrect/);
      await refused({ pieces: 'erase' }, /This password is incorrect/);
      await refused({ pieces: 'sell', current }, /class="error"/);
      await refused({ pieces: 'keep', keep_as: '', current }, /id="keep_as-error"/);
      assert.equal((await ada.submit(DELETE, { pieces: 'erase', proof: '1.x' })).statusCode, 403);
      assert.equal(await due(), null);
    });

    test('it is said on every page until the account is kept, and changes nothing meanwhile', async () => {
      const before = (await read()).body;
      const choice = { pieces: 'keep', keep_as: 'A Friend', current };
      assert.equal(leadsTo(await ada.submit(DELETE, choice)), '/desk/account');
      assert.ok(await due());
      for (const url of [
        '/desk',
        '/desk/account',
        '/desk/edit/profile',
        `/desk/edit/pieces/${piece}`,
      ]) {
        assert.match((await ada.open(url)).body, BANNER, url);
      }
      assert.match((await ada.open(DELETE)).body, /value="keep" required checked/);
      assert.equal((await read()).body, before);
      desk.clock.advance(13 * DAY);
      await eraseDue(desk.context);
      assert.equal(await isSignedIn(await desk.signedIn(people.ada)), true);
      leadsTo(await ada.submit(KEEP, {}, '/desk'));
      assert.doesNotMatch((await ada.open('/desk')).body, BANNER);
      desk.clock.advance(2 * DAY);
      await eraseDue(desk.context);
      assert.equal((await read()).body, before);
      assert.equal((await ada.submit(KEEP, {}, '/desk/account')).statusCode, 409);
    });

    test('a passkey confirms it too, in the session that used it, for five minutes', async () => {
      const device = await addPasskey(ada);
      assert.match((await ada.open(DELETE)).body, /Confirm with a passkey/);
      const proof = async () => {
        const form_token = await ada.csrfToken(DELETE);
        const call = (path: string, more: object = {}) =>
          ada.call(`/desk/passkeys/confirm/${path}`, { form_token, ...more });
        const begun: Json = (await call('begin')).json();
        const challenge = String(at(begun, 'options', 'challenge'));
        const credential = device.sign({ ...SITE, challenge });
        const use = { ticket: String(at(begun, 'ticket')), credential };
        const answer = await call('finish', use);
        assert.equal(answer.statusCode, 200, answer.body);
        assert.equal((await call('finish', use)).statusCode, 403);
        return String(at(answer.json<Json>(), 'proof'));
      };
      const old = await proof();
      desk.clock.advance(HOUR);
      assert.equal((await ada.submit(DELETE, { pieces: 'erase', proof: old })).statusCode, 403);
      const fresh = await proof();
      const other = await desk.signedIn(people.ada);
      assert.equal((await other.submit(DELETE, { pieces: 'erase', proof: fresh })).statusCode, 403);
      leadsTo(await ada.submit(DELETE, { pieces: 'erase', proof: fresh }));
      assert.ok(await due());
      leadsTo(await ada.submit(KEEP, {}, '/desk'));
    });

    test('an admin does it for somebody else, with their own password', async () => {
      const url = '/desk/writers/ada/delete';
      assert.equal((await ada.open(url)).statusCode, 404);
      const wrong = await chief.submit(url, { pieces: 'erase', current });
      assert.match(wrong.body, /This password is incorrect/);
      leadsTo(await chief.submit(url, { pieces: 'erase', current: people.chief.password }));
      assert.match((await ada.open('/desk')).body, BANNER);
      assert.match((await chief.open('/desk/writers')).body, /To be deleted/);
      leadsTo(await chief.submit('/desk/writers/ada/keep'));
      assert.equal(await due(), null);
      assert.equal((await chief.open('/desk/writers/chief/delete')).statusCode, 403);
    });

    test('the last admin can’t go, nor take the role from the one who stays', async () => {
      const own = { current: people.chief.password };
      const refused = await chief.submit(DELETE, own);
      assert.equal(refused.statusCode, 409);
      assert.match(refused.body, /There must be at least one admin/);
      const second = await desk.signedIn(await desk.writer('second', { admin: true }));
      leadsTo(await chief.submit(DELETE, own));
      const form_token = await second.csrfToken('/desk');
      const role = { form_token, deed: 'make_writer', slug: 'second' };
      assert.equal((await second.post('/desk/writers', role)).statusCode, 409);
      leadsTo(await chief.submit(KEEP, {}, '/desk'));
    });

    test('after the days, nobody can sign in, and no admin finds the account', async () => {
      leadsTo(await ada.submit(DELETE, { pieces: 'erase', current }));
      desk.clock.advance(14 * DAY);
      await eraseDue(desk.context);
      assert.equal(await isSignedIn(ada), false);
      assert.equal(
        (await desk.browser().submit('/desk/sign-in', { ...people.ada })).statusCode,
        401,
      );
      assert.equal((await read()).statusCode, 404);
      const again = await desk.signedIn(people.chief);
      assert.doesNotMatch((await again.open('/desk/writers')).body, /ada|a former member/i);
      assert.equal((await again.open('/desk/writers/ada')).statusCode, 404);
      const taken = await again.submit('/desk/edit/profile', { name: 'Chief', slug: 'ada' });
      assert.match(taken.body, /The slug ada is taken/);
    });
  });
}

test('the writer is told by email, by whom', async () => {
  const mail = await startMailbox();
  const desk = await startDesk('sqlite', { SMTP_URL: `smtp://${mail.host}` });
  const [ada, chief] = [await desk.writer('ada'), await desk.writer('chief', { admin: true })];
  const browser = await desk.signedIn(chief);
  const fields = { pieces: 'erase', current: chief.password };
  leadsTo(await browser.submit('/desk/writers/ada/delete', fields));
  const told = await mail.email(0);
  assert.deepEqual(told.to, [ada.email]);
  assert.match(told.text, /An admin asked to delete your Standfirst account/);
});
