// How long a session lives, and everything that ends it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setPassword, suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { DATABASES_IN_FULL, freshPlace } from '../../support/databases/databases.ts';
import { appOn, contextAt } from '../../support/databases/existing-database.ts';
import {
  DAY,
  HOUR,
  isSignedIn,
  opens,
  type Person,
  SESSION,
  signIn,
  startDesk,
} from '../../support/desk/desk.ts';
import { DeskBrowser, leadsTo } from '../../support/desk/desk-browser.ts';
import { assertDone, createWriterAt, environmentOf, runCli } from '../../support/processes/cli.ts';

const NEW = 'a password never used before';

for (const kind of DATABASES_IN_FULL) {
  describe(`sessions, on ${kind}`, async () => {
    const desk = await startDesk(kind);
    /** One person in two browsers, and another person. */
    async function three(slug: string) {
      const person = await desk.writer(slug);
      const other = await desk.signedIn(await desk.writer(`${slug}-other`));
      return {
        person,
        here: await desk.signedIn(person),
        there: await desk.signedIn(person),
        other,
      };
    }

    test('signing out ends this session, also for one who kept the cookie', async () => {
      const { here, there, other } = await three('ada');
      const thief = desk.browser();
      thief.cookies.set(SESSION, String(here.cookies.get(SESSION)));
      assert.equal(leadsTo(await here.submit('/desk/sign-out')), '/desk/sign-in');
      assert.equal(here.cookies.has(SESSION), false);
      assert.equal(await isSignedIn(here), false);
      assert.equal(await isSignedIn(thief), false);
      assert.equal(await isSignedIn(there), true);
      assert.equal(await isSignedIn(other), true);
    });

    test('signing out everywhere ends all of this person’s', async () => {
      const { here, there, other } = await three('bo');
      const fields = { everywhere: 'yes' };
      leadsTo(await here.submit('/desk/sign-out', fields, '/desk/account'));
      assert.equal(await isSignedIn(here), false);
      assert.equal(await isSignedIn(there), false);
      assert.equal(await isSignedIn(other), true);
    });

    test('the account lists this person’s sessions alone', async () => {
      const { here } = await three('cy');
      const { body } = await here.open('/desk/account');
      const list = /Where you’re signed in<\/h2>(.*?)<\/ul>/s.exec(body)?.[1] ?? '';
      assert.equal(list.match(/<li>/g)?.length, 2);
      assert.equal(list.match(/This browser/g)?.length, 1);
    });

    test('a change of password ends the others', async () => {
      const { person, here, there, other } = await three('di');
      const fields = { change: 'password', current: person.password, password: NEW };
      leadsTo(await here.submit('/desk/account', fields));
      assert.equal(await isSignedIn(here), true);
      assert.equal(await isSignedIn(there), false);
      assert.equal(await isSignedIn(other), true);
      assert.equal(await opens(desk, person), false);
      assert.equal(await opens(desk, { ...person, password: NEW }), true);
    });

    test('a change of password needs the password, and a good new one', async () => {
      const { person, here, there } = await three('ed');
      const REFUSED = [
        { current: '', password: NEW, field: 'password-current' },
        { current: NEW, password: NEW, field: 'password-current' },
        { current: person.password, password: 'tooshrt', field: 'password' },
        { current: person.password, password: '', field: 'password' },
        { current: person.password, password: 'a'.repeat(1001), field: 'password' },
      ];
      for (const { field, ...fields } of REFUSED) {
        const answer = await here.submit('/desk/account', { change: 'password', ...fields });
        assert.equal(answer.statusCode, 400);
        assert.match(answer.body, new RegExp(`id="${field}-error"`));
      }
      assert.equal(await isSignedIn(there), true);
      assert.equal(await opens(desk, person), true);
    });

    test('a change of e-mail needs the password, and an address that nobody has', async () => {
      const { person, here } = await three('flo');
      const email = 'Florence@Press.example';
      const REFUSED = [
        { current: '', email, field: 'email-current' },
        { current: NEW, email, field: 'email-current' },
        { current: person.password, email: 'nowhere', field: 'email' },
        { current: person.password, email: 'FLO-other@press.example', field: 'email' },
      ];
      for (const { field, ...fields } of REFUSED) {
        const answer = await here.submit('/desk/account', { change: 'email', ...fields });
        assert.equal(answer.statusCode, 400);
        assert.match(answer.body, new RegExp(`id="${field}-error"`));
      }
      assert.equal(await opens(desk, person), true);
      const fields = { change: 'email', current: person.password, email };
      leadsTo(await here.submit('/desk/account', fields));
      assert.equal(await opens(desk, person), false);
      assert.equal(await opens(desk, { ...person, email: 'florence@press.example' }), true);
    });

    test('a suspension ends them at once, and its end does not bring them back', async () => {
      const admin = await desk.signedIn(await desk.writer('gus', { admin: true }));
      const { here, there, other } = await three('hal');
      const deed = (name: string) => admin.submit('/desk/writers', { slug: 'hal', deed: name });
      leadsTo(await deed('suspend'));
      assert.equal(await isSignedIn(here), false);
      leadsTo(await deed('reinstate'));
      assert.equal(await isSignedIn(here), false);
      assert.equal(await isSignedIn(there), false);
      assert.equal(await isSignedIn(other), true);
    });

    test('a suspended writer’s form does nothing, even of a page opened before', async () => {
      const { here } = await three('ida');
      const form_token = await here.csrfToken('/desk/account');
      await suspendWriter(desk.context, 'ida');
      const answer = await here.post('/desk/edit/profile', { form_token, name: 'Changed' });
      assert.equal(leadsTo(answer), '/desk/sign-in?next=%2Fdesk');
      assert.equal((await desk.context.store.authors.bySlug('ida'))?.name, 'ida');
    });

    test('a password set by the operator ends all of them', async () => {
      const { person, here, there, other } = await three('jo');
      await setPassword(desk.context, 'jo', NEW);
      assert.equal(await isSignedIn(here), false);
      assert.equal(await isSignedIn(there), false);
      assert.equal(await isSignedIn(other), true);
      assert.equal(await opens(desk, { ...person, password: NEW }), true);
    });

    test('a session ends after thirty days without a visit', async () => {
      const { here, there } = await three('kit');
      desk.clock.advance(30 * DAY - 1);
      assert.equal(await isSignedIn(here), true);
      desk.clock.advance(1);
      assert.equal(await isSignedIn(there), false);
      assert.equal(await isSignedIn(here), true, 'a visit begins the thirty days again');
      desk.clock.advance(30 * DAY + HOUR);
      assert.equal(await isSignedIn(here), false);
    });

    test('what a session’s cookie never held opens nothing', async () => {
      const { here } = await three('lou');
      const real = String(here.cookies.get(SESSION));
      for (const cookie of ['', 'x', real.slice(1), `${real}x`, real.toLowerCase()]) {
        const browser = desk.browser();
        browser.cookies.set(SESSION, cookie);
        assert.equal(await isSignedIn(browser), false, cookie);
      }
    });
  });

  describe(`the operator’s commands and sessions, on ${kind}`, () => {
    const COMMANDS = [
      ['writer', 'password', 'ada'],
      ['writer', 'suspend', 'ada'],
    ];
    for (const command of COMMANDS) {
      test(`${command[0]} ${command[1]} ends them in the process that serves`, async () => {
        const place = await freshPlace(kind);
        const ada: Person = {
          ...{ slug: 'ada', email: 'ada@press.example', password: 'the password of ada' },
        };
        assertDone(await createWriterAt(place, { ...ada, name: 'Ada' }));
        const app = await appOn(await contextAt(place));
        const browser = new DeskBrowser(app);
        await signIn(browser, ada);
        assert.equal(await isSignedIn(browser), true);
        assertDone(await runCli(environmentOf(place), command, NEW));
        assert.equal(await isSignedIn(browser), false);
      });
    }
  });
}
