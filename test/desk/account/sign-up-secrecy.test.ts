// Signing up never reveals whether an email address already has an account.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountStore } from '../../../src/store/accounts/accounts.ts';
import { SignUpStore } from '../../../src/store/accounts/sign-ups.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { DAY, type Desk, isSignedIn, opens, startDesk } from '../../support/desk/desk.ts';
import { type Answer, leadsTo } from '../../support/desk/desk-browser.ts';
import { type Mailbox, type ReceivedEmail, startMailbox } from '../../support/desk/mailbox.ts';

const BO = { name: 'Bo', slug: 'bo', email: 'bo@press.example', password: 'chosen by bo' };

interface Post extends Desk {
  mailbox: Mailbox;
}

async function startPost(kind: DatabaseKind): Promise<Post> {
  const mailbox = await startMailbox();
  const settings = { SIGNUPS: 'open', SMTP_URL: `smtp://${mailbox.host}` };
  return { ...(await startDesk(kind, settings)), mailbox };
}

const signUp = (desk: Desk, fields: { [name: string]: string }) =>
  desk.browser().submit('/desk/sign-up', fields);

/** All that an answer tells, but for the visitor's own cookie. */
function told({ statusCode, headers, body }: Answer) {
  const { 'set-cookie': _cookie, date: _date, ...rest } = headers;
  return { statusCode, headers: rest, body };
}

/** Everything about a slug that is visible without signing in. */
async function shownOf(desk: Desk, slug: string) {
  const pages = [`/author/${slug}`, `/api/public/authors/${slug}`, `/author/${slug}/feed.json`];
  const answers = [];
  for (const url of [...pages, '/sitemap.xml', `/api/public/authors/search?q=${slug}`]) {
    const { statusCode, body } = await desk.browser().open(url);
    answers.push([url.replace(slug, '…'), statusCode, body.replaceAll(slug, '…')]);
  }
  const again = await signUp(desk, { ...BO, slug, email: `${slug}@elsewhere.example` });
  return [...answers, told(again)];
}

function linkIn({ text }: ReceivedEmail): string {
  const link = /^https:\/\/press\.example(\/desk\/confirm\?token=[\w-]{43})$/m.exec(text)?.[1];
  assert.ok(link, text);
  return link;
}

for (const kind of DATABASES_IN_FULL) {
  for (const start of [startPost, (given: DatabaseKind) => startDesk(given, { SIGNUPS: 'open' })]) {
    const how = start === startPost ? 'with' : 'without';
    test(`signing up ${how} a mail server shows nothing, on ${kind}`, async () => {
      const desk = await start(kind);
      const taken = await desk.writer('taken');
      const known = await signUp(desk, { ...BO, slug: 'aaa', email: taken.email });
      const unknown = await signUp(desk, { ...BO, slug: 'bbb', email: 'free1@press.example' });
      assert.deepEqual(told(known), told(unknown));
      assert.deepEqual(await shownOf(desk, 'aaa'), await shownOf(desk, 'bbb'));
      const pages = [leadsTo(known), leadsTo(unknown)];
      assert.equal(pages[0], pages[1]);
      assert.equal(await opens(desk, taken), true);
    });
  }

  describe(`the link that confirms a sign-up, on ${kind}`, async () => {
    const post = await startPost(kind);
    const emailAfter = async (fields: { [name: string]: string }) => {
      const before = post.mailbox.emails.length;
      leadsTo(await signUp(post, fields));
      return post.mailbox.email(before);
    };
    const confirm = (link: string, password: string, browser = post.browser()) =>
      browser.submit(link, { password });

    test('creates the account with the password, and signs in', async () => {
      const email = await emailAfter(BO);
      assert.deepEqual(email.to, [BO.email]);
      assert.match(email.headers, /^Subject: Finish creating your Standfirst account$/m);
      const page = await post.browser().open('/desk/sign-in?made=yes');
      assert.match(page.body, /<h1>Check your email<\/h1>/);
      assert.match(page.body, /If you already have an account, the email tells you how to sign in/);
      assert.doesNotMatch(page.body, /type="password"/);
      assert.equal(await opens(post, BO), false, 'not before it is confirmed');
      const browser = post.browser();
      const link = linkIn(email);
      assert.equal(leadsTo(await confirm(link, BO.password, browser)), '/desk');
      assert.equal(await isSignedIn(browser), true);
      assert.equal(await opens(post, BO), true);
      assert.equal((await post.browser().open('/author/bo')).statusCode, 200);
      assert.match((await post.browser().open(link)).body, /has expired or was already used/);
    });

    test('is useless without the password: a stranger may have chosen it', async () => {
      const cy = { ...BO, slug: 'cy', email: 'cy@press.example' };
      const link = linkIn(await emailAfter(cy));
      const answer = await confirm(link, 'a password of the owner');
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /id="password-error"/);
      assert.doesNotMatch(answer.body, /a password of the owner/);
      assert.equal(await post.context.store.accounts.byEmail(cy.email), undefined);
    });

    test('goes to the owner where there is an account, as words and not as a link', async () => {
      const di = await post.writer('di');
      const email = await emailAfter({ ...BO, slug: 'didi', email: 'DI@press.example' });
      assert.deepEqual(email.to, [di.email]);
      assert.match(email.headers, /^Subject: You already have a Standfirst account$/m);
      assert.doesNotMatch(email.text, /token/);
      assert.equal(await opens(post, di), true);
      assert.equal(await opens(post, { ...BO, email: di.email }), false);
    });

    test('works for a day', async () => {
      const ed = { ...BO, slug: 'ed', email: 'ed@press.example' };
      const link = linkIn(await emailAfter(ed));
      post.clock.advance(DAY);
      assert.match((await post.browser().open(link)).body, /has expired or was already used/);
      const answer = await post.browser().submit(link, { password: ed.password }, '/desk/sign-in');
      assert.equal(answer.statusCode, 403);
    });

    test('of several at once, one creates the account', async () => {
      const flo = { ...BO, slug: 'flo', email: 'flo@press.example' };
      const link = linkIn(await emailAfter(flo));
      const before = await post.context.store.accounts.count();
      const browsers = [1, 2, 3].map(() => post.browser());
      const tokens = await Promise.all(browsers.map((browser) => browser.csrfToken(link)));
      const answers = await Promise.all(
        browsers.map((browser, at) =>
          browser.post(link, { password: flo.password, form_token: tokens[at] ?? '' }),
        ),
      );
      const statuses = new Set(answers.map(({ statusCode }) => statusCode));
      assert.ok(statuses.has(303));
      // A request that comes after the link was used is told so.
      assert.deepEqual(
        [...statuses].filter((status) => status !== 303 && status !== 403),
        [],
      );
      assert.equal(await post.context.store.accounts.count(), before + 1);
    });

    test('of two who wanted a slug, the first to confirm has it', async () => {
      const links = [];
      for (const name of ['gus', 'guy']) {
        links.push(
          linkIn(await emailAfter({ ...BO, slug: 'gg', email: `${name}@press.example`, name })),
        );
      }
      for (const link of links) leadsTo(await confirm(link, BO.password));
      const { authors } = post.context.store;
      assert.equal((await authors.bySlug('gg'))?.name, 'gus');
      assert.equal((await authors.bySlug('gg-2'))?.name, 'guy');
    });
  });

  test(`without a mail server the first sign-in creates the account, on ${kind}`, async () => {
    const desk = await startDesk(kind, { SIGNUPS: 'open' });
    leadsTo(await signUp(desk, BO));
    desk.clock.advance(1);
    leadsTo(await signUp(desk, { ...BO, password: 'of somebody else' }));
    assert.equal(await desk.context.store.accounts.count(), 0);
    assert.equal(await opens(desk, { ...BO, password: 'of somebody else' }), false);
    const person = { email: BO.email, password: BO.password };
    const browsers = [desk.browser(), desk.browser()];
    const answers = await Promise.all(
      browsers.map((browser) => browser.submit('/desk/sign-in', person)),
    );
    for (const answer of answers) assert.equal(leadsTo(answer), '/desk');
    assert.equal(await desk.context.store.accounts.count(), 1);
    assert.equal((await desk.browser().open('/author/bo')).statusCode, 200);
  });

  test(`a first sign-in that overtakes another refuses neither, on ${kind}`, async (t) => {
    const desk = await startDesk(kind, { SIGNUPS: 'open' });
    leadsTo(await signUp(desk, BO));
    const person = { email: BO.email, password: BO.password };
    let overtaking: Promise<Answer> | undefined;
    /** Lets one whole sign-in pass between this read and what follows it. */
    const letBy = async <Row>(reading: Promise<Row>) => {
      const row = await reading;
      if (overtaking) return row;
      overtaking = desk.browser().submit('/desk/sign-in', person);
      await overtaking;
      return row;
    };
    const { byEmail } = AccountStore.prototype;
    t.mock.method(AccountStore.prototype, 'byEmail', function (this: AccountStore, email: string) {
      return letBy(byEmail.call(this, email));
    });
    const { firstOfEmail } = SignUpStore.prototype;
    t.mock.method(
      SignUpStore.prototype,
      'firstOfEmail',
      function (this: SignUpStore, email: string, now: string) {
        return letBy(firstOfEmail.call(this, email, now));
      },
    );
    const overtaken = await desk.browser().submit('/desk/sign-in', person);
    assert.ok(overtaking);
    for (const answer of [await overtaking, overtaken]) assert.equal(leadsTo(answer), '/desk');
    assert.equal(await desk.context.store.accounts.count(), 1);
  });
}
