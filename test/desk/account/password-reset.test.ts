// Password reset: the email, its link, how long that is valid, and what strangers don't learn.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { ACCOUNT_LIMITS } from '../../../src/schemas/accounts/account-limits.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { type Desk, HOUR, isSignedIn, opens, startDesk } from '../../support/desk/desk.ts';
import { type Answer, leadsTo, submitAtOnce } from '../../support/desk/desk-browser.ts';
import { type Mailbox, type ReceivedEmail, startMailbox } from '../../support/desk/mailbox.ts';

interface Post extends Desk {
  mailbox: Mailbox;
}

async function startPost(kind: DatabaseKind, settings = {}): Promise<Post> {
  const mailbox = await startMailbox();
  const desk = await startDesk(kind, { SMTP_URL: `smtp://${mailbox.host}`, ...settings });
  return { ...desk, mailbox };
}

const ask = (desk: Desk, email: string) => desk.browser().submit('/desk/forgot', { email });

/** Requests an email and returns the link in it, as its path and query. */
async function linkFor(post: Post, email: string): Promise<string> {
  const before = post.mailbox.emails.length;
  leadsTo(await ask(post, email));
  return linkIn(await post.mailbox.email(before));
}

function linkIn({ text }: ReceivedEmail): string {
  const link = /^https:\/\/press\.example(\/desk\/reset\?token=[\w-]{43})$/m.exec(text)?.[1];
  assert.ok(link, text);
  return link;
}

const NEW = 'a password never used before';

const reset = (desk: Desk, link: string, password = NEW) =>
  desk.browser().submit(link, { password });

/** Neither the page nor the form of a link works. */
async function assertUseless(desk: Desk, link: string): Promise<void> {
  const browser = desk.browser();
  const page = await browser.open(link);
  assert.match(page.body, /has expired or was already used/);
  assert.doesNotMatch(page.body, /type="password"/);
  const answer = await browser.submit(link, { password: NEW }, '/desk/sign-in');
  assert.equal(answer.statusCode, 403);
  assert.match(answer.body, /has expired or was already used/);
}

/** All that an answer tells, but for the visitor's own cookie. */
function told({ statusCode, headers, body }: Answer) {
  const { 'set-cookie': _cookie, date: _date, ...rest } = headers;
  return { statusCode, headers: rest, body };
}

const CHANGES = [
  { what: 'password', fields: { change: 'password', password: 'changed at the desk' } },
  { what: 'e-mail address', fields: { change: 'email', email: 'other@press.example' } },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`a forgotten password, on ${kind}`, async () => {
    const post = await startPost(kind);

    test('an email brings a link that sets a new password', async () => {
      const ada = await post.writer('ada');
      const signInPage = await post.browser().open('/desk/sign-in');
      assert.match(signInPage.body, /href="\/desk\/forgot"/);

      const link = await linkFor(post, ' ADA@press.example ');
      const { to, headers } = await post.mailbox.email(0);
      assert.deepEqual(to, [ada.email]);
      assert.match(headers, /^From: Standfirst <no-reply@press\.example>$/m);
      assert.match(headers, /^Subject: Reset your Standfirst password$/m);
      assert.match(headers, /^Auto-Submitted: auto-generated$/m);

      const browser = post.browser();
      const next = leadsTo(await browser.submit(link, { password: NEW }));
      assert.equal(next, '/desk/sign-in?reset=yes');
      assert.match((await browser.open(next)).body, /Your password was changed/);
      assert.equal(await isSignedIn(browser), false);
      assert.equal(await opens(post, ada), false);
      assert.equal(await opens(post, { ...ada, password: NEW }), true);
    });

    test('an invalid e-mail address is reported next to the field', async () => {
      for (const email of ['', 'ada', 'ada@', 'a b@press.example', `${'a'.repeat(260)}@b.c`]) {
        const answer = await ask(post, email);
        assert.equal(answer.statusCode, 400, email);
        assert.match(answer.body, /id="email-error"/);
      }
    });

    test('a link works once', async () => {
      const bo = await post.writer('bo');
      const link = await linkFor(post, bo.email);
      leadsTo(await reset(post, link));
      await assertUseless(post, link);
    });

    test('of several who come with it at the same time, one gets through', async () => {
      const cy = await post.writer('cy');
      const link = await linkFor(post, cy.email);
      const forms = [1, 2, 3, 4].map((at) => ({ password: `new password number ${at}` }));
      const browsers = forms.map(() => post.browser());
      const answers = await submitAtOnce(browsers, link, forms);
      const statuses = answers.map(({ statusCode }) => statusCode);
      assert.deepEqual(statuses.toSorted(), [303, 403, 403, 403]);
      for (const [at, { password }] of forms.entries()) {
        assert.equal(await opens(post, { ...cy, password }), statuses[at] === 303);
      }
    });

    test('a link is valid for an hour', async () => {
      const di = await post.writer('di');
      const link = await linkFor(post, di.email);
      post.clock.advance(HOUR - 1);
      assert.match((await post.browser().open(link)).body, /type="password"/);
      post.clock.advance(1);
      await assertUseless(post, link);
      assert.equal(await opens(post, di), true);
    });

    test('whoever asks again, the older link works; using one revokes the others', async () => {
      const [ed, flo] = [await post.writer('ed'), await post.writer('flo')];
      const older = await linkFor(post, ed.email);
      const others = await linkFor(post, flo.email);
      const newer = await linkFor(post, ed.email);
      leadsTo(await reset(post, older));
      assert.equal(await opens(post, { ...ed, password: NEW }), true);
      await assertUseless(post, newer);
      leadsTo(await reset(post, others));
      assert.equal(await opens(post, { ...flo, password: NEW }), true);
    });

    test('a reset ends every session of that account, and no other', async () => {
      const [gus, hal] = [await post.writer('gus'), await post.writer('hal')];
      const [here, there] = [await post.signedIn(gus), await post.signedIn(gus)];
      const other = await post.signedIn(hal);
      const link = await linkFor(post, gus.email);
      assert.equal(await isSignedIn(there), true);
      leadsTo(await here.submit(link, { password: NEW }));
      assert.equal(await isSignedIn(here), false);
      assert.equal(await isSignedIn(there), false);
      assert.equal(await isSignedIn(other), true);
    });

    for (const { what, fields } of CHANGES) {
      test(`a change of the ${what} revokes a link that was sent before`, async () => {
        const person = await post.writer(`ida-${fields.change}`);
        const link = await linkFor(post, person.email);
        const browser = await post.signedIn(person);
        leadsTo(await browser.submit('/desk/account', { ...fields, current: person.password }));
        await assertUseless(post, link);
      });
    }

    test('a password that is too short is refused, and the link still works', async () => {
      const jo = await post.writer('jo');
      const link = await linkFor(post, jo.email);
      const answer = await reset(post, link, 'tooshrt');
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /id="password-error"/);
      assert.doesNotMatch(answer.body, /value="tooshrt"/);
      leadsTo(await reset(post, link));
      assert.equal(await opens(post, { ...jo, password: NEW }), true);
    });

    test('a token that was never given opens nothing', async () => {
      const kit = await post.writer('kit');
      const link = await linkFor(post, kit.email);
      const queries = ['', '?token=', '?token=x', `?token=${'A'.repeat(43)}`, '?token[]=x'];
      for (const query of queries) await assertUseless(post, `/desk/reset${query}`);
      await assertUseless(post, `${link}&token=twice`);
      await assertUseless(post, `${link}x`);
    });

    test('the database has a hash of the token, and not the token', async () => {
      const lou = await post.writer('lou');
      const token = (await linkFor(post, lou.email)).split('=')[1] ?? '';
      const hash = createHash('sha256').update(token).digest('hex');
      const now = post.clock.now().toISOString();
      const { tokens } = post.context.store;
      assert.notEqual(await tokens.valid(hash, 'password_reset', now), undefined);
      assert.equal(await tokens.valid(token, 'password_reset', now), undefined);
    });
  });

  describe(`what an email gives away, on ${kind}`, () => {
    test('a known and an unknown e-mail get the same answer, and only one an email', async () => {
      const post = await startPost(kind);
      const ada = await post.writer('ada');
      const unknown = await ask(post, 'nobody@press.example');
      const known = await ask(post, ada.email);
      assert.deepEqual(told(known), told(unknown));
      const page = await post.browser().open(leadsTo(known));
      assert.match(page.body, /If there’s an account with this email address, we’ve sent a link/);
      // Closing the application finishes work in progress.
      await post.app.close();
      assert.deepEqual(
        post.mailbox.emails.map(({ to }) => to),
        [[ada.email]],
      );
    });

    test('while there are as many links as there may be, no e-mail is sent', async () => {
      const post = await startPost(kind);
      const { email } = await post.writer('ada');
      const { store } = post.context;
      const account = await store.accounts.byEmail(email);
      const at = post.clock.now().getTime();
      await store.transaction(async (tx) => {
        for (let link = 1; link < ACCOUNT_LIMITS.resetLinks; link += 1) {
          await tx.tokens.insert({
            ...{ hash: `link ${link}`, purpose: 'password_reset', account_id: account?.id ?? null },
            ...{ created_at: new Date(at).toISOString(), used_at: null, made_by: null },
            expires_at: new Date(at + HOUR).toISOString(),
          });
        }
      });
      const last = await linkFor(post, email);
      leadsTo(await ask(post, email));
      const bo = await post.writer('bo');
      await linkFor(post, bo.email);
      assert.deepEqual(
        post.mailbox.emails.map(({ to }) => to),
        [[email], [bo.email]],
      );
      assert.match((await post.browser().open(last)).body, /type="password"/);
      post.clock.advance(HOUR + 1);
      leadsTo(await reset(post, await linkFor(post, email)));
    });

    test('its link begins with BASE_URL, whatever host the request names', async () => {
      const post = await startPost(kind, { TRUST_PROXY: '1' });
      const { email } = await post.writer('ada');
      const elsewhere = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      const browser = post.browser({ headers: elsewhere });
      const form_token = await browser.csrfToken('/desk/forgot');
      const own = { origin: 'https://evil.example' };
      leadsTo(await browser.post('/desk/forgot', { email, form_token }, own));
      const sent = await post.mailbox.email(0);
      linkIn(sent);
      assert.doesNotMatch(sent.headers + sent.text, /evil/);
    });
  });

  describe(`without a mail server, on ${kind}`, () => {
    test('there is nothing to ask for', async () => {
      const browser = (await startDesk(kind)).browser();
      assert.doesNotMatch((await browser.open('/desk/sign-in')).body, /href="[^"]*forgot/);
      assert.equal((await browser.open('/desk/forgot')).statusCode, 404);
      assert.equal((await browser.post('/desk/forgot', {})).statusCode, 404);
      const page = await browser.open('/desk/reset?token=x');
      assert.match(page.body, /has expired or was already used.*Ask an admin for a new link/s);
    });
  });
}
