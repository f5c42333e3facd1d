// Admins manage roles, of which one admin always remains, and make links that set a password.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makePasswordLink } from '../../../src/operations/accounts/password-reset.ts';
import { suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import {
  DAY,
  type Desk,
  isSignedIn,
  opens,
  type Person,
  startDesk,
} from '../../support/desk/desk.ts';
import { type Answer, type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';
import { startMailbox } from '../../support/desk/mailbox.ts';

const LINK = /https:\/\/press\.example(\/desk\/reset\?token=[\w-]{43})/;
const NEW = 'a password never used before';

const linkIn = ({ body }: Pick<Answer, 'body'>) => LINK.exec(body)?.[1] ?? assert.fail(body);

async function startOffice(kind: DatabaseKind, settings = {}) {
  const desk = await startDesk(kind, settings);
  const chief = await desk.writer('chief', { admin: true });
  const admin = await desk.signedIn(chief);
  const isAdmin = async ({ email }: Person) =>
    (await desk.context.store.accounts.byEmail(email))?.is_admin === 1;
  return { ...desk, chief, admin, isAdmin };
}

const deed = async (browser: DeskBrowser, name: string, slug: string) => {
  const form_token = await browser.csrfToken('/desk');
  return browser.post('/desk/writers', { form_token, deed: name, slug });
};

const askFor = (browser: DeskBrowser, slug: string, current: string) =>
  browser.submit(`/desk/writers/${slug}/password`, { current }, '/desk');

const reset = (desk: Desk, link: string, password = NEW) =>
  desk.browser().submit(link, { password });

for (const kind of DATABASES_IN_FULL) {
  describe(`roles, on ${kind}`, () => {
    test('are shown, given and taken, at once and in sessions that are open', async () => {
      const office = await startOffice(kind);
      const ada = await office.writer('ada');
      const browser = await office.signedIn(ada);
      assert.equal((await browser.open('/desk/writers')).statusCode, 404);
      assert.equal(
        leadsTo(await deed(office.admin, 'make_admin', 'ada')),
        '/desk/writers/ada?done=make_admin',
      );
      assert.equal(await office.isAdmin(ada), true);
      const { body } = await browser.open('/desk/writers');
      assert.equal(body.match(/<span class="chip">Admin<\/span>/g)?.length, 2);
      assert.match(body, /last seen/);
      leadsTo(await deed(office.admin, 'make_writer', 'ada'));
      assert.equal((await browser.open('/desk/writers')).statusCode, 404);
      await suspendWriter(office.context, 'ada');
      assert.match((await office.admin.open('/desk/writers')).body, /Suspended/);
    });

    test('leave an admin, whoever asks', async () => {
      const office = await startOffice(kind);
      const { admin, chief, isAdmin } = office;
      const refused = await deed(admin, 'make_writer', 'chief');
      assert.equal(refused.statusCode, 409);
      assert.match(refused.body, /Make someone else an admin first/);
      const second = await office.writer('second', { admin: true });
      await suspendWriter(office.context, 'second');
      assert.equal(
        (await deed(admin, 'make_writer', 'chief')).statusCode,
        409,
        'suspended is none',
      );
      leadsTo(await deed(admin, 'reinstate', 'second'));
      assert.equal(leadsTo(await deed(admin, 'make_writer', 'chief')), '/desk');
      assert.deepEqual([await isAdmin(chief), await isAdmin(second)], [false, true]);
    });

    test('leave one where two take them from each other at once', async () => {
      const office = await startOffice(kind);
      const second = await office.writer('second', { admin: true });
      const other = await office.signedIn(second);
      const answers = await Promise.all([
        deed(office.admin, 'make_writer', 'second'),
        deed(other, 'make_writer', 'chief'),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode);
      assert.deepEqual(statuses.toSorted(), [303, 404]);
      const left = [await office.isAdmin(office.chief), await office.isAdmin(second)];
      assert.deepEqual(left.toSorted(), [false, true]);
    });

    test('leave one where two suspend each other at once', async () => {
      const office = await startOffice(kind);
      const other = await office.signedIn(await office.writer('second', { admin: true }));
      // Both admins have their pages open, since the one suspended first could not open a page any more.
      const sides = [
        { browser: office.admin, slug: 'second', token: await office.admin.csrfToken('/desk') },
        { browser: other, slug: 'chief', token: await other.csrfToken('/desk') },
      ];
      await Promise.all(
        sides.map(({ browser, slug, token }) =>
          browser.post('/desk/writers', { form_token: token, deed: 'suspend', slug }),
        ),
      );
      assert.equal((await office.context.store.accounts.activeAdmins()).length, 1);
    });

    test('of a name that nobody can have are not there', async () => {
      const { admin } = await startOffice(kind);
      for (const path of ['%00', '%00/password', 'nobody']) {
        assert.equal((await admin.open(`/desk/writers/${path}`)).statusCode, 404, path);
      }
      const form_token = await admin.csrfToken('/desk');
      const revoked = await admin.post('/desk/invite/revoke', { form_token, id: '\0' });
      assert.equal(revoked.statusCode, 404);
    });
  });

  describe(`a password link, on ${kind}`, async () => {
    const office = await startOffice(kind);
    const { admin, chief } = office;

    test('is shown once, works once, ends sessions, and needs no mail server', async () => {
      const ada = await office.writer('ada');
      const theirs = await office.signedIn(ada);
      const answer = await askFor(admin, 'ada', chief.password);
      assert.equal(answer.statusCode, 200);
      const link = linkIn(answer);
      assert.doesNotMatch((await admin.open('/desk/writers/ada')).body, LINK);
      assert.equal(await isSignedIn(theirs), true, 'until it is used');
      leadsTo(await reset(office, link));
      assert.equal(await isSignedIn(theirs), false);
      assert.equal(await opens(office, ada), false);
      assert.equal(await opens(office, { ...ada, password: NEW }), true);
      const again = await office.browser().open(link);
      assert.match(again.body, /has expired or was already used/);
      assert.match(again.body, /Ask an admin for a new link/);
      const signIn = await office.browser().open('/desk/sign-in');
      assert.match(signIn.body, /Forgot your password\? Ask an admin for a link/);
      assert.doesNotMatch(again.body, /\/desk\/forgot/);
    });

    test('is valid for a day, and void once the password is changed', async () => {
      const bo = await office.writer('bo');
      const late = linkIn(await askFor(admin, 'bo', chief.password));
      office.clock.advance(DAY);
      assert.match((await office.browser().open(late)).body, /has expired/);
      const link = linkIn(await askFor(admin, 'bo', chief.password));
      const browser = await office.signedIn(bo);
      const change = { change: 'password', current: bo.password, password: NEW };
      leadsTo(await browser.submit('/desk/account', change));
      assert.match((await office.browser().open(link)).body, /has expired/);
    });

    test('is made by an admin with their password, for somebody else who may sign in', async () => {
      const cy = await office.writer('cy');
      const wrong = await askFor(admin, 'cy', 'not the password');
      assert.equal(wrong.statusCode, 400);
      assert.match(wrong.body, /id="current-error">This password is incorrect/);
      assert.doesNotMatch(wrong.body, LINK);
      const own = await askFor(admin, 'chief', chief.password);
      assert.equal(own.statusCode, 403);
      assert.equal((await askFor(admin, 'nobody', chief.password)).statusCode, 404);
      await office.writer('di');
      await suspendWriter(office.context, 'di');
      const suspended = await askFor(admin, 'di', chief.password);
      assert.equal(suspended.statusCode, 403);
      const browser = await office.signedIn(cy);
      const form_token = await browser.csrfToken('/desk');
      const url = '/desk/writers/chief/password';
      assert.equal((await browser.open(url)).statusCode, 404);
      const stolen = await browser.post(url, { form_token, current: cy.password });
      assert.equal(stolen.statusCode, 404);
      assert.equal((await admin.post(url, { current: chief.password })).statusCode, 403);
      for (const { body } of [own, suspended, stolen]) assert.doesNotMatch(body, LINK);
    });

    test('ends with the rights of whoever made it, and leaves those of others', async () => {
      const eve = await office.writer('eve');
      const second = await office.writer('second', { admin: true });
      const other = await office.signedIn(second);
      const kept = linkIn(await askFor(admin, 'eve', chief.password));
      const made = async () => linkIn(await askFor(other, 'eve', second.password));
      const one = await made();
      leadsTo(await deed(admin, 'make_writer', 'second'));
      leadsTo(await deed(admin, 'make_admin', 'second'));
      const two = await made();
      await suspendWriter(office.context, 'second');
      for (const link of [one, two]) {
        assert.match((await office.browser().open(link)).body, /has expired/);
        const answer = await office.browser().submit(link, { password: NEW }, '/desk/sign-in');
        assert.equal(answer.statusCode, 403);
      }
      assert.equal(await opens(office, eve), true, 'the old password');
      leadsTo(await reset(office, kept));
    });

    test('is not made by somebody whose role ended while the form was on its way', async () => {
      const fay = await office.writer('fay');
      const third = await office.writer('third', { admin: true });
      const actor = await office.actor(third);
      leadsTo(await deed(admin, 'make_writer', 'third'));
      const given = { slug: fay.slug, current: third.password, network: '' };
      await assert.rejects(makePasswordLink(office.context, actor, given), { code: 'not_found' });
    });

    test('goes to the writer alone where there is a mail server', async () => {
      const mailbox = await startMailbox();
      const post = await startOffice(kind, { SMTP_URL: `smtp://${mailbox.host}` });
      const ada = await post.writer('ada');
      const answer = await askFor(post.admin, 'ada', post.chief.password);
      assert.equal(leadsTo(answer), '/desk/writers/ada?done=link_sent');
      const { to, text } = await mailbox.email(0);
      assert.deepEqual(to, [ada.email]);
      leadsTo(await reset(post, linkIn({ body: text })));
      assert.equal(await opens(post, { ...ada, password: NEW }), true);
    });
  });
}
