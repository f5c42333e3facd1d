// Invitations: links that an admin passes on or sends by email, and what their holder can and can't do.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { invite } from '../../../src/operations/accounts/invitations.ts';
import { suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { ACCOUNT_LIMITS } from '../../../src/schemas/accounts/account-limits.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { DAY, isSignedIn, opens, startDesk } from '../../support/desk/desk.ts';
import {
  type Answer,
  type DeskBrowser,
  leadsTo,
  submitAtOnce,
} from '../../support/desk/desk-browser.ts';
import { startMailbox } from '../../support/desk/mailbox.ts';

const INVITE = '/desk/invite';
const LINK = /https:\/\/press\.example(\/desk\/join\?token=[\w-]{43})/;

const person = (slug: string) => ({
  slug,
  name: slug,
  email: `${slug}@press.example`,
  password: `the password of ${slug}`,
});

async function startOffice(kind: DatabaseKind, settings = {}) {
  const desk = await startDesk(kind, settings);
  const chief = await desk.writer('chief', { admin: true });
  const admin = await desk.signedIn(chief);
  return { ...desk, chief, admin };
}

const linkIn = ({ body }: Pick<Answer, 'body'>) => LINK.exec(body)?.[1] ?? assert.fail(body);

const invited = async (admin: DeskBrowser, fields: { [name: string]: string } = {}) =>
  linkIn(await admin.submit(INVITE, { role: 'writer', ...fields }));

const openOnes = async (admin: DeskBrowser) => {
  const { body } = await admin.open('/desk/writers');
  return [...body.matchAll(/name="id" value="([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '');
};

for (const kind of DATABASES_IN_FULL) {
  describe(`an invitation, on ${kind}`, async () => {
    const office = await startOffice(kind);
    const { admin } = office;
    const accountOf = (slug: string) => office.context.store.accounts.byEmail(person(slug).email);

    /** Neither the page nor the form of a link works. */
    const assertUseless = async (link: string, slug: string) => {
      const browser = office.browser();
      const page = await browser.open(link);
      assert.match(page.body, /has expired or was already used/);
      assert.doesNotMatch(page.body, /type="password"/);
      const answer = await browser.submit(link, person(slug), '/desk/sign-in');
      assert.equal(answer.statusCode, 403);
      assert.equal(await accountOf(slug), undefined);
    };

    test('makes an account with the role it says, though nobody may sign up, and signs in', async () => {
      for (const [role, isAdmin] of [
        ['writer', 0],
        ['admin', 1],
      ] as const) {
        const link = await invited(admin, { role });
        const browser = office.browser();
        assert.match((await browser.open(link)).body, /chief invited you/);
        const ada = person(`ada-${role}`);
        assert.equal(leadsTo(await browser.submit(link, ada)), '/desk');
        assert.equal(await isSignedIn(browser), true);
        assert.equal((await accountOf(ada.slug))?.is_admin, isAdmin);
        assert.equal(await opens(office, ada), true);
        await assertUseless(link, 'second');
      }
      assert.deepEqual(await openOnes(admin), []);
      assert.equal((await office.browser().open('/desk/sign-up')).statusCode, 404);
    });

    test('says what role it gives only to the database: the form cannot raise it', async () => {
      const link = await invited(admin);
      const raised = { ...person('bo'), role: 'admin', admin: '1', is_admin: '1' };
      leadsTo(await office.browser().submit(link, raised));
      assert.equal((await accountOf('bo'))?.is_admin, 0);
      const unknown = await invited(admin, { role: 'owner' });
      leadsTo(await office.browser().submit(unknown, person('bea')));
      assert.equal((await accountOf('bea'))?.is_admin, 0);
    });

    test('of several who accept it at once, one gets the account', async () => {
      const link = await invited(admin);
      const people = [1, 2, 3, 4].map((at) => person(`cy-${at}`));
      const answers = await submitAtOnce(
        people.map(() => office.browser()),
        link,
        people,
      );
      const statuses = answers.map(({ statusCode }) => statusCode);
      assert.deepEqual(statuses.toSorted(), [303, 403, 403, 403]);
      for (const [at, { slug }] of people.entries()) {
        assert.equal((await accountOf(slug)) !== undefined, statuses[at] === 303);
      }
    });

    test('works for seven days', async () => {
      const link = await invited(admin);
      office.clock.advance(7 * DAY - 1);
      assert.match((await office.browser().open(link)).body, /type="password"/);
      office.clock.advance(1);
      await assertUseless(link, 'di');
      assert.deepEqual(await openOnes(admin), []);
    });

    test('is listed until it is revoked, and then does not work', async () => {
      const link = await invited(admin);
      const [id = ''] = await openOnes(admin);
      assert.equal(
        leadsTo(await admin.submit(`${INVITE}/revoke`, { id }, '/desk/writers')),
        '/desk/writers',
      );
      await assertUseless(link, 'ed');
      assert.deepEqual(await openOnes(admin), []);
      leadsTo(await admin.submit(`${INVITE}/revoke`, { id }, '/desk/writers'));
    });

    test('is used up by an account alone: what is wrong is said beside its field', async () => {
      const link = await invited(admin);
      const wrong = [
        ['slug', { slug: 'chief' }, /belongs or belonged to another writer/],
        ['slug', { slug: 'Not a slug' }, /./],
        ['email', { email: office.chief.email }, /Another account has the email address/],
        ['email', { email: 'nobody' }, /./],
        ['password', { password: 'short' }, /./],
        ['name', { name: '' }, /./],
      ] as const;
      for (const [field, change, says] of wrong) {
        const answer = await office.browser().submit(link, { ...person('flo'), ...change });
        assert.equal(answer.statusCode, 400, field);
        const error = new RegExp(`id="${field}-error">([^<]*)<`).exec(answer.body)?.[1];
        assert.match(error ?? '', says, field);
        assert.doesNotMatch(answer.body, /the password of flo/);
      }
      leadsTo(await office.browser().submit(link, person('flo')));
    });

    test('ends with the rights of whoever made it', async () => {
      const second = await office.writer('second', { admin: true });
      const theirs = await office.signedIn(second);
      const [one, two] = [await invited(theirs), await invited(theirs)];
      leadsTo(await admin.submit('/desk/writers', { deed: 'make_writer', slug: 'second' }));
      await assertUseless(one, 'gus');
      leadsTo(await admin.submit('/desk/writers', { deed: 'make_admin', slug: 'second' }));
      await assertUseless(two, 'gus');
      const three = await invited(theirs);
      await suspendWriter(office.context, 'second');
      await assertUseless(three, 'gus');
    });

    test('is not made by somebody whose role ended while the form was on its way', async () => {
      const before = await openOnes(admin);
      const late = await office.writer('late', { admin: true });
      const actor = await office.actor(late);
      leadsTo(await admin.submit('/desk/writers', { deed: 'make_writer', slug: 'late' }));
      const made = invite(office.context, actor, { isAdmin: true, email: '' });
      await assert.rejects(made, { code: 'not_found' });
      assert.deepEqual(await openOnes(admin), before);
    });

    test('is an admin’s to make, to see and to revoke', async () => {
      const link = await invited(admin);
      const [id = ''] = await openOnes(admin);
      const hal = await office.signedIn(await office.writer('hal'));
      const token = await hal.csrfToken('/desk');
      assert.equal((await hal.open(INVITE)).statusCode, 404);
      for (const [url, fields] of [
        [INVITE, { role: 'admin' }],
        [`${INVITE}/revoke`, { id }],
      ] as const) {
        const answer = await hal.post(url, { ...fields, form_token: token });
        assert.equal(answer.statusCode, 404, url);
        assert.doesNotMatch(answer.body, LINK);
        const foreign = await admin.post(url, fields);
        assert.equal(foreign.statusCode, 403, `${url} without a CSRF token`);
      }
      assert.match(leadsTo(await office.browser().open(INVITE)), /^\/desk\/sign-in/);
      assert.deepEqual(await openOnes(admin), [id]);
      assert.equal((await office.browser().post(link, person('ida'))).statusCode, 403);
      assert.equal(await accountOf('ida'), undefined);
    });

    test('is in the database as a hash, and its token nowhere', async () => {
      const token = (await invited(admin)).split('=')[1] ?? '';
      const { body } = await admin.open('/desk/writers');
      assert.ok(!body.includes(token));
      const hash = createHash('sha256').update(token).digest('hex');
      const now = office.clock.now().toISOString();
      const { invitations } = office.context.store;
      assert.equal((await invitations.byHash(hash, now))?.is_admin, 0);
      assert.equal(await invitations.byHash(token, now), undefined);
    });

    test('opens nothing with a token that was never given', async () => {
      const queries = ['', '?token=', '?token=x', `?token=${'A'.repeat(43)}`, '?token[]=x'];
      for (const query of queries) await assertUseless(`/desk/join${query}`, 'jo');
    });
  });

  describe(`invitations, on ${kind}`, () => {
    test('are as many as there may be', async () => {
      const { admin, context, clock } = await startOffice(kind);
      const [chief] = await context.store.authors.page(null, 1);
      for (let at = 0; at < ACCOUNT_LIMITS.invitations; at += 1) {
        await context.store.invitations.insert({
          ...{ id: `${at}`, hash: `hash ${at}`, email: null, is_admin: 0 },
          ...{ invited_by: chief?.id ?? '', created_at: clock.now().toISOString() },
          expires_at: new Date(clock.now().getTime() + DAY).toISOString(),
        });
      }
      const answer = await admin.submit(INVITE, { role: 'writer' });
      assert.equal(answer.statusCode, 409);
      assert.match(answer.body, /Revoke some/);
      clock.advance(DAY + 1);
      await invited(admin);
    });

    test('are sent by e-mail, for that e-mail address alone', async () => {
      const mailbox = await startMailbox();
      const settings = { SMTP_URL: `smtp://${mailbox.host}` };
      const { admin, context, ...office } = await startOffice(kind, settings);
      const given = { role: 'writer', email: ' Ada@Press.example ' };
      const answer = await admin.submit(INVITE, given);
      assert.equal(leadsTo(answer), '/desk/writers?done=invited');
      const { to, text, headers } = await mailbox.email(0);
      assert.deepEqual(to, ['ada@press.example']);
      assert.match(headers, /^Subject: chief has invited you to write for Standfirst$/m);
      const link = linkIn({ body: text });
      const { body } = await admin.open('/desk/writers?done=invited');
      assert.match(body, /ada@press\.example/);
      assert.doesNotMatch(body, LINK);
      const stolen = { ...person('ada'), email: 'eve@elsewhere.example' };
      leadsTo(await office.browser().submit(link, stolen));
      assert.ok(await context.store.accounts.byEmail('ada@press.example'));
      assert.equal(await context.store.accounts.byEmail('eve@elsewhere.example'), undefined);
      const again = await admin.submit(INVITE, given);
      assert.equal(again.statusCode, 400);
      assert.match(again.body, /id="email-error">[^<]*already has an account/);
      assert.equal(mailbox.emails.length, 1);
    });

    test('whose e-mail address got an account meanwhile lead to signing in', async () => {
      const mailbox = await startMailbox();
      const settings = { SMTP_URL: `smtp://${mailbox.host}` };
      const { admin, browser, writer } = await startOffice(kind, settings);
      leadsTo(await admin.submit(INVITE, { role: 'writer', email: 'bo@press.example' }));
      const link = linkIn({ body: (await mailbox.email(0)).text });
      await writer('bo');
      const answer = await browser().submit(link, { ...person('other'), email: '' });
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /id="email-error">Another account has the email address/);
      assert.match(answer.body, /href="\/desk\/sign-in"/);
    });

    test('that cannot be sent are not made, and the admin hears of it', async () => {
      const { admin } = await startOffice(kind, { SMTP_URL: 'smtp://127.0.0.1:1' });
      const answer = await admin.submit(INVITE, { role: 'writer', email: 'ada@press.example' });
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /id="email-error">[^<]*couldn’t send/);
      assert.match(answer.body, /value="ada@press\.example"/);
      assert.deepEqual(await openOnes(admin), []);
      await invited(admin, { email: '' });
    });
  });
}

test('guesses at links are limited by network', async () => {
  const { browser } = await startOffice('sqlite', { RATE_LIMITS: 'on' });
  const guesser = browser({ remoteAddress: '203.0.113.9' });
  const form_token = await guesser.csrfToken('/desk/sign-in');
  const statuses = new Set<number>();
  for (let at = 0; at < 11; at += 1) {
    const fields = { ...person('eve'), form_token };
    statuses.add((await guesser.post(`/desk/join?token=${at}`, fields)).statusCode);
  }
  assert.deepEqual([...statuses], [403, 429]);
});
