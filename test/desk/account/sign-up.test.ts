// How accounts come to be at the desk: the first one at a one-time link, others where allowed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstAccountToken } from '../../../src/operations/accounts/accounts.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { DAY, type Desk, isSignedIn, opens, startDesk } from '../../support/desk/desk.ts';
import { type DeskBrowser, leadsTo, submitAtOnce } from '../../support/desk/desk-browser.ts';

const ADA = {
  ...{ name: 'Ada Lovelace', slug: 'ada', email: 'ada@press.example' },
  password: 'the password of ada',
};
const BO = { ...ADA, name: 'Bo', slug: 'bo', email: 'bo@press.example' };

async function setupUrl({ context }: Desk): Promise<string> {
  const token = await firstAccountToken(context);
  assert.ok(token);
  return `/desk/set-up?token=${token}`;
}

async function isAdmin(browser: DeskBrowser): Promise<boolean> {
  assert.equal(await isSignedIn(browser), true);
  return (await browser.open('/desk/writers')).statusCode === 200;
}

async function assertUseless(desk: Desk, address: string): Promise<void> {
  const before = await desk.context.store.accounts.count();
  const browser = desk.browser();
  const page = await browser.open(address);
  assert.match(page.body, /has expired or was already used/);
  assert.doesNotMatch(page.body, /type="password"/);
  const answer = await browser.submit(address, BO, '/desk/sign-in');
  assert.equal(answer.statusCode, 403);
  assert.equal(await desk.context.store.accounts.count(), before);
  assert.equal(await isSignedIn(browser), false);
}

const WRONG: [field: keyof typeof ADA, value: string][] = [
  ['name', ' '],
  ['name', 'a'.repeat(121)],
  ['slug', 'Ada'],
  ['slug', 'search'],
  ['slug', 'taken'],
  ['email', 'ada'],
  ['password', 'tooshrt'],
];

for (const kind of DATABASES_IN_FULL) {
  describe(`the first account, on ${kind}`, () => {
    test('is made at a one-time link, is an admin’s, and is signed in', async () => {
      const desk = await startDesk(kind);
      const address = await setupUrl(desk);
      const browser = desk.browser();
      assert.equal(leadsTo(await browser.submit(address, ADA)), '/desk');
      assert.equal(await isAdmin(browser), true);
      assert.equal(await opens(desk, ADA), true);
      await assertUseless(desk, address);
    });

    test('is one, also where two come at the same time', async () => {
      const desk = await startDesk(kind);
      const address = await setupUrl(desk);
      const browsers = [desk.browser(), desk.browser()];
      const answers = await submitAtOnce(browsers, address, [ADA, BO]);
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 403]);
      assert.equal(await desk.context.store.accounts.count(), 1);
    });

    test('is one, also where five links are used at the same time', async () => {
      const desk = await startDesk(kind);
      const urls: string[] = [];
      // Each start on an empty database prints a link, and so does each of several processes.
      for (let at = 0; at < 5; at++) urls.push(await setupUrl(desk));
      const forms = urls.map((_, at) => ({ ...ADA, slug: `ada-${at}`, email: `${at}@a.example` }));
      const browsers = urls.map(() => desk.browser());
      const tokens = await Promise.all(browsers.map((each, at) => each.csrfToken(`${urls[at]}`)));
      const answers = await Promise.all(
        browsers.map((browser, at) =>
          browser.post(`${urls[at]}`, { ...forms[at], form_token: tokens[at] ?? '' }),
        ),
      );
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      assert.deepEqual(statuses, [303, 403, 403, 403, 403]);
      assert.equal(await desk.context.store.accounts.count(), 1);
    });

    test('is refused at an address that is a day old; a new start brings a new one', async () => {
      const desk = await startDesk(kind);
      const address = await setupUrl(desk);
      desk.clock.advance(DAY - 1);
      assert.match((await desk.browser().open(address)).body, /type="password"/);
      desk.clock.advance(1);
      await assertUseless(desk, address);
      leadsTo(await desk.browser().submit(await setupUrl(desk), ADA));
    });

    test('is refused where there is an account already, and no new address is made', async () => {
      const desk = await startDesk(kind);
      const address = await setupUrl(desk);
      await desk.writer('made-by-command');
      await assertUseless(desk, address);
      assert.equal(await firstAccountToken(desk.context), null);
    });

    test('needs the token that was printed', async () => {
      const desk = await startDesk(kind);
      const address = await setupUrl(desk);
      const wrong = ['/desk/set-up', '/desk/set-up?token=', `${address}x`, `${address}&token=x`];
      for (const each of wrong) await assertUseless(desk, each);
    });

    test('has a slug from its name where none was chosen and the name has one', async () => {
      const desk = await startDesk(kind);
      const address = await setupUrl(desk);
      const browser = desk.browser();
      const refused = await browser.submit(address, { ...ADA, name: 'نور حداد', slug: '' });
      assert.equal(refused.statusCode, 400);
      assert.match(refused.body, /id="slug-error"/);
      const name = 'Marta Ødegård-O’Neill 先生';
      leadsTo(await browser.submit(address, { ...ADA, name, slug: ' ' }));
      assert.ok(await desk.context.store.authors.bySlug('marta-odegard-o-neill'));
    });

    test('is what the sign-in page speaks of until it is made', async () => {
      const desk = await startDesk(kind);
      const said = async () => (await desk.browser().open('/desk/sign-in')).body;
      assert.match(await said(), /Nobody has an account here yet/);
      await desk.writer('made-by-command');
      assert.doesNotMatch(await said(), /Nobody has an account/);
    });

    test('that is not as expected is said beside the field, and the address stays good', async () => {
      const desk = await startDesk(kind);
      const address = await setupUrl(desk);
      const browser = desk.browser();
      const answer = await browser.submit(address, { ...ADA, slug: 'Not A Slug' });
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /id="slug-error"/);
      assert.match(answer.body, /value="Ada Lovelace"/);
      leadsTo(await browser.submit(address, ADA));
    });
  });

  describe(`signing up, on ${kind}`, () => {
    test('is not there while SIGNUPS is closed', async () => {
      const desk = await startDesk(kind);
      await desk.writer('taken');
      const browser = desk.browser();
      assert.doesNotMatch((await browser.open('/desk/sign-in')).body, /sign-up/);
      assert.equal((await browser.open('/desk/sign-up')).statusCode, 404);
      const answer = await browser.submit('/desk/sign-up', ADA, '/desk/sign-in');
      assert.equal(answer.statusCode, 404);
      assert.equal(await desk.context.store.accounts.count(), 1);
    });

    test('makes an account that isn’t an admin’s', async () => {
      const desk = await startDesk(kind, { SIGNUPS: 'open' });
      await desk.writer('taken');
      const browser = desk.browser();
      assert.match((await browser.open('/desk/sign-in')).body, /href="\/desk\/sign-up"/);
      const fields = { ...ADA, admin: 'true', is_admin: '1', identity_verified: '1' };
      const signInPage = '/desk/sign-in?made=yes';
      assert.equal(leadsTo(await browser.submit('/desk/sign-up', fields)), signInPage);
      const shown = (await browser.open(signInPage)).body;
      // This is true even for an email address with an account: the page is the same.
      assert.match(
        shown,
        /If this email address is new here, your account is ready\. Sign in within a day/,
      );
      assert.match(shown, /If it already had an account, nothing has changed/);
      const { email, password } = ADA;
      leadsTo(await browser.submit('/desk/sign-in', { email, password }));
      assert.equal(await isAdmin(browser), false);
      assert.equal((await desk.context.store.authors.bySlug('ada'))?.identity_verified, 0);
      assert.equal(await opens(desk, ADA), true);
    });

    test('with an e-mail that has an account answers the same, and makes nothing', async () => {
      const desk = await startDesk(kind, { SIGNUPS: 'open' });
      const taken = await desk.writer('taken');
      const answers = [];
      for (const email of ['TAKEN@press.example ', 'new@press.example']) {
        const browser = desk.browser();
        const answer = await browser.submit('/desk/sign-up', {
          ...ADA,
          slug: 'ada',
          email: email.trim(),
        });
        answers.push([answer.statusCode, answer.headers.location, answer.body]);
        assert.equal(await isSignedIn(browser), false);
      }
      assert.deepEqual(answers[0], answers[1]);
      // The account exists once its owner signs in.
      assert.equal(await desk.context.store.accounts.count(), 1);
      assert.equal(await opens(desk, { ...ADA, email: taken.email }), false);
      assert.equal(await opens(desk, taken), true);
    });

    test('that is not as expected is said beside the field, and makes nothing', async () => {
      const desk = await startDesk(kind, { SIGNUPS: 'open' });
      await desk.writer('taken');
      const browser = desk.browser();
      for (const [field, value] of WRONG) {
        const answer = await browser.submit('/desk/sign-up', { ...ADA, [field]: value });
        assert.equal(answer.statusCode, 400, `${field} ${value}`);
        assert.match(answer.body, new RegExp(`id="${field}-error"`), `${field} ${value}`);
        assert.doesNotMatch(answer.body, /the password of ada/);
      }
      assert.equal(await desk.context.store.accounts.count(), 1);
      assert.equal(await isSignedIn(browser), false);
    });
  });
}
