// What keeps working after a password change: the page says it, and the writer can end it. No password is ever shown
// again.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { firstAccountToken } from '../../../src/operations/accounts/accounts.ts';
import { createKey } from '../../../src/operations/api-keys/api-keys.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { type Desk, opens, type Person, startDesk } from '../../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';
import { type Mailbox, startMailbox } from '../../support/desk/mailbox.ts';

const NEW = 'a password never used before';
const ALL = { end_passkeys: 'yes', end_api_keys: 'yes', end_previews: 'yes' };

interface World extends Desk {
  mailbox: Mailbox;
}

interface Equipped {
  person: Person;
  browser: DeskBrowser;
  key: string;
  preview: string;
}

async function startWorld(kind: DatabaseKind): Promise<World> {
  const mailbox = await startMailbox();
  const settings = { SIGNUPS: 'open', SMTP_URL: `smtp://${mailbox.host}` };
  return { ...(await startDesk(kind, settings)), mailbox };
}

/** A writer with two passkeys, a key, a revoked key and a preview link. */
async function equipped(world: World, slug: string): Promise<Equipped> {
  const { context } = world;
  const person = await world.writer(slug);
  const browser = await world.signedIn(person);
  const account = await context.store.accounts.byEmail(person.email);
  for (const name of ['phone', 'laptop']) {
    await context.store.passkeys.insert({
      id: `${slug}-${name}`,
      account_id: account?.id ?? '',
      name,
      public_key: 'x',
      counter: 0,
      transports: '',
      created_at: context.now().toISOString(),
      last_used_at: null,
    });
  }
  const named = { writer: slug, scope: 'pieces:write', expiresAt: null } as const;
  const { key } = await createKey(context, { ...named, name: 'agent' });
  const old = await createKey(context, { ...named, name: 'old' });
  await context.store.keys.revoke(old.id, context.now().toISOString());
  const id = randomUUID();
  const form_token = await browser.csrfToken('/desk/account');
  const draft = { id, headline: 'A draft', body_md: 'Words', form_token };
  assert.equal((await browser.call('/desk/edit/pieces/new/save', draft)).statusCode, 200);
  leadsTo(await browser.post(`/desk/edit/pieces/${id}/preview`, { form_token }));
  const page = await browser.open(`/desk/edit/pieces/${id}/preview`);
  const preview = /https:\/\/press\.example(\/preview\/[\w-]+)/.exec(page.body)?.[1];
  assert.ok(preview, page.body);
  return { person, browser, key, preview };
}

/** Which of the writer's credentials and links still work. */
async function stillThere({ app, context }: World, { person, key, preview }: Equipped) {
  const account = await context.store.accounts.byEmail(person.email);
  const authorization = `Bearer ${key}`;
  const listed = await app.inject({ url: '/api/v1/pieces/me', headers: { authorization } });
  return {
    passkeys: (await context.store.passkeys.ofAccount(account?.id ?? '')).length,
    key: listed.statusCode === 200,
    preview: (await app.inject(preview)).statusCode === 200,
  };
}

const EVERYTHING = { passkeys: 2, key: true, preview: true };
const NOTHING = { passkeys: 0, key: false, preview: false };

function assertOffered(body: string): void {
  assert.match(body, /<legend>When your password changes, also:<\/legend>/);
  assert.match(
    body,
    /Revoke your preview link<\/label>\s*<p class="hint">Anything you don’t tick keeps working\./,
  );
  assert.match(body, /name="end_passkeys" value="yes"> Remove your passkeys \(2\)/);
  assert.match(body, /name="end_api_keys" value="yes"> Revoke your API key</);
  assert.match(body, /name="end_previews" value="yes"> Revoke your preview link</);
}

for (const kind of DATABASES_IN_FULL) {
  describe(`a new password, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const change = ({ person, browser }: Equipped, fields = {}) => {
      const { password: current } = person;
      return browser.submit('/desk/account', {
        change: 'password',
        current,
        password: NEW,
        ...fields,
      });
    };

    test('is asked for after the current one', async () => {
      const browser = await world.signedIn(await world.writer('flo'));
      const { body } = await browser.open('/desk/account');
      const form = /name="change" value="password"(.*?)<\/form>/s.exec(body)?.[1] ?? '';
      const labels = [...form.matchAll(/<label for="[^"]*">([^<]*)</g)].map(([, label]) => label);
      assert.deepEqual(labels, ['Current password', 'New password']);
    });

    test('leaves passkeys, keys and preview links alone, and says so first', async () => {
      const ada = await equipped(world, 'ada');
      assertOffered((await ada.browser.open('/desk/account')).body);
      leadsTo(await change(ada));
      assert.equal(await opens(world, { ...ada.person, password: NEW }), true);
      assert.deepEqual(await stillThere(world, ada), EVERYTHING);
    });

    test('ends copies of the cookie with which it was changed', async () => {
      const eli = await equipped(world, 'eli');
      const copy = world.browser();
      for (const [name, value] of eli.browser.cookies) copy.cookies.set(name, value);
      assert.equal((await copy.open('/desk/account')).statusCode, 200);
      leadsTo(await change(eli));
      assert.equal((await eli.browser.open('/desk/account')).statusCode, 200);
      assert.match(String((await copy.open('/desk/account')).headers.location), /sign-in/);
    });

    test('ends what is chosen, of this account alone', async () => {
      const bo = await equipped(world, 'bo');
      const other = await equipped(world, 'other');
      leadsTo(await change(bo, { end_api_keys: 'yes' }));
      assert.deepEqual(await stillThere(world, bo), { ...EVERYTHING, key: false });
      const again = { ...bo, person: { ...bo.person, password: NEW } };
      leadsTo(await change(again, ALL));
      assert.deepEqual(await stillThere(world, bo), NOTHING);
      assert.deepEqual(await stillThere(world, other), EVERYTHING);
      assert.doesNotMatch(
        (await bo.browser.open('/desk/account')).body,
        /When your password changes/,
      );
    });

    test('that is refused ends nothing, and what was chosen stays chosen', async () => {
      const cy = await equipped(world, 'cy');
      for (const wrong of [{ current: 'a wrong one' }, { password: 'short' }]) {
        const answer = await change(cy, { ...ALL, ...wrong });
        assert.equal(answer.statusCode, 400);
        assert.match(answer.body, /name="end_passkeys" value="yes" checked>/);
      }
      assert.deepEqual(await stillThere(world, cy), EVERYTHING);
    });

    test('at a reset link has the same choice', async () => {
      const di = await equipped(world, 'di');
      const before = world.mailbox.emails.length;
      leadsTo(await world.browser().submit('/desk/forgot', { email: di.person.email }));
      const { text } = await world.mailbox.email(before);
      const link = /(\/desk\/reset\?token=[\w-]+)/.exec(text)?.[1] ?? '';
      assertOffered((await world.browser().open(link)).body);
      leadsTo(await world.browser().submit(link, { password: NEW, ...ALL }));
      assert.deepEqual(await stillThere(world, di), NOTHING);
    });
  });
}

test('a refused password is shown on no page', async () => {
  const world = await startWorld('sqlite');
  const setUp = `/desk/set-up?token=${await firstAccountToken(world.context)}`;
  const typed = 'tYp"ed';
  const anyone = { name: 'X', slug: 'x', email: 'x@press.example', password: typed };
  const answers = [await world.browser().submit(setUp, anyone)];
  const ada = await world.writer('ada');
  const browser = await world.signedIn(ada);
  answers.push(await world.browser().submit('/desk/sign-up', anyone));
  answers.push(await world.browser().submit('/desk/sign-in', anyone));
  const own = { change: 'password', current: ada.password, password: typed };
  answers.push(await browser.submit('/desk/account', own));
  answers.push(await browser.submit('/desk/account', { ...own, current: typed, password: NEW }));
  leadsTo(await world.browser().submit('/desk/forgot', { email: ada.email }));
  const { text } = await world.mailbox.email(0);
  const link = /(\/desk\/reset\?token=[\w-]+)/.exec(text)?.[1] ?? '';
  answers.push(await world.browser().submit(link, { password: typed }));
  for (const { statusCode, body } of answers) {
    assert.ok(statusCode === 400 || statusCode === 401, body);
    assert.doesNotMatch(body, /tYp/);
  }
});
