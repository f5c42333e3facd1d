// A new e-mail address where anyone may sign up: a link confirms it, and nothing tells who has which.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { DAY, opens, type Person, startDesk } from '../../support/desk/desk.ts';
import { type Answer, type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';
import { startMailbox } from '../../support/desk/mailbox.ts';

async function startPost(kind: DatabaseKind) {
  const mailbox = await startMailbox();
  const settings = { SIGNUPS: 'open', SMTP_URL: `smtp://${mailbox.host}` };
  return { ...(await startDesk(kind, settings)), mailbox };
}

const ask = (browser: DeskBrowser, { password: current }: Person, email: string) =>
  browser.submit('/desk/account', { change: 'email', current, email });

function told({ statusCode, headers, body }: Answer) {
  const { 'set-cookie': _cookie, date: _date, ...rest } = headers;
  return { statusCode, headers: rest, body };
}

for (const kind of DATABASES_IN_FULL) {
  describe(`a new e-mail address, on ${kind}`, async () => {
    const post = await startPost(kind);
    const linkTo = async (browser: DeskBrowser, person: Person, email: string) => {
      const before = post.mailbox.emails.length;
      assert.equal(leadsTo(await ask(browser, person, email)), '/desk/account?sent=yes');
      const sent = await post.mailbox.email(before);
      assert.deepEqual(sent.to, [email]);
      const link = /^https:\/\/press\.example(\/desk\/account\/email\?token=[\w.-]+)$/m;
      const path = link.exec(sent.text)?.[1];
      assert.ok(path, sent.text);
      return path;
    };
    const assertUseless = async (browser: DeskBrowser, link: string) => {
      assert.match((await browser.open(link)).body, /has expired or was already used/);
      const answer = await browser.submit(link, {}, '/desk/account');
      assert.equal(answer.statusCode, 403);
    };

    test('is confirmed by the link that is sent to it, once', async () => {
      const ada = await post.writer('ada');
      const browser = await post.signedIn(ada);
      const email = 'ada@new.example';
      const link = await linkTo(browser, ada, email);
      assert.equal(await opens(post, ada), true, 'not before it is confirmed');
      assert.match((await browser.open(link)).body, /You’ll sign in with ada@new\.example/);
      assert.equal(leadsTo(await browser.submit(link)), '/desk/account?saved=yes');
      assert.equal(await opens(post, { ...ada, email }), true);
      assert.equal(await opens(post, ada), false);
      await assertUseless(browser, link);
    });

    test('that another has gets the same answer, and its owner an e-mail', async () => {
      const [bo, taken] = [await post.writer('bo'), await post.writer('taken')];
      const browser = await post.signedIn(bo);
      const before = post.mailbox.emails.length;
      const known = await ask(browser, bo, taken.email);
      const email = await post.mailbox.email(before);
      assert.deepEqual(email.to, [taken.email]);
      assert.doesNotMatch(email.text, /token/);
      const unknown = await ask(browser, bo, 'nobody@new.example');
      assert.deepEqual(told(known), told(unknown));
      await post.mailbox.email(before + 1);
      assert.equal(await opens(post, taken), true);
      assert.equal(await opens(post, bo), true);
    });

    test('that is the present one changes nothing and sends nothing, and says neither', async () => {
      const flo = await post.writer('flo');
      const browser = await post.signedIn(flo);
      const before = post.mailbox.emails.length;
      const answer = await ask(browser, flo, ' FLO@press.example ');
      assert.equal(leadsTo(answer), '/desk/account?saved=yes');
      const link = await linkTo(browser, flo, 'flo@new.example');
      assert.equal(post.mailbox.emails.length, before + 1);
      leadsTo(await browser.submit(link));
    });

    test('that was taken meanwhile is refused', async () => {
      const cy = await post.writer('cy');
      const browser = await post.signedIn(cy);
      const link = await linkTo(browser, cy, 'later@press.example');
      await post.writer('later');
      assert.equal((await browser.submit(link)).statusCode, 403);
      assert.equal(await opens(post, cy), true);
    });

    test('is of no use to another account, a day later, or when tampered with', async () => {
      const di = await post.writer('di');
      const browser = await post.signedIn(di);
      const link = await linkTo(browser, di, 'di@new.example');
      const other = await post.signedIn(await post.writer('ed'));
      await assertUseless(other, link);
      const forged = Buffer.from('di@evil.example').toString('base64url');
      await assertUseless(browser, link.replace(/token=[\w-]+/, `token=${forged}`));
      for (const token of ['', 'x', '..', 'a.b.c']) {
        await assertUseless(browser, `/desk/account/email?token=${token}`);
      }
      post.clock.advance(DAY);
      await assertUseless(browser, link);
    });
  });
}
