// Every way to sign in with a passkey that is not one's own to use: a table of attempts, all refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { Authenticator } from '../../support/desk/authenticator.ts';
import { type Desk, isSignedIn, MINUTE, startDesk } from '../../support/desk/desk.ts';
import type { Answer, DeskBrowser } from '../../support/desk/desk-browser.ts';
import {
  addPasskey,
  call,
  finish,
  passkeyUse,
  SITE,
  signInWith,
} from '../../support/desk/passkeys.ts';

interface Scene {
  desk: Desk;
  /** Signed in, and the owner of the device. */
  ada: DeskBrowser;
  device: Authenticator;
  /** A browser that is not signed in, and must not be afterwards. */
  browser: DeskBrowser;
}

interface Refused {
  name: string;
  attempt(scene: Scene): Promise<Answer>;
  status?: number;
  reason?: RegExp;
}

const REFUSED: Refused[] = [
  {
    name: 'a replayed answer, with every cookie of its time',
    async attempt({ desk, device, browser }) {
      const use = await passkeyUse(browser, device);
      const first = desk.browser();
      for (const [name, value] of browser.cookies) first.cookies.set(name, value);
      assert.equal((await finish(first, use)).statusCode, 200);
      return finish(browser, use);
    },
  },
  {
    name: 'a challenge of another browser',
    attempt: async ({ desk, device, browser }) =>
      finish(browser, await passkeyUse(desk.browser(), device)),
  },
  {
    name: 'a challenge of their own making',
    async attempt({ device, browser }) {
      const { ticket } = await passkeyUse(browser, device);
      const challenge = Buffer.alloc(32, 7).toString('base64url');
      const forged = [challenge, ...ticket.split('.').slice(1)].join('.');
      return finish(browser, { ticket: forged, credential: device.sign({ ...SITE, challenge }) });
    },
  },
  {
    name: 'a challenge made to last longer',
    async attempt({ device, browser }) {
      const { ticket, credential } = await passkeyUse(browser, device);
      const [challenge, ends, seal] = ticket.split('.');
      return finish(browser, { ticket: `${challenge}.${Number(ends) + 1}.${seal}`, credential });
    },
  },
  {
    name: 'a challenge that is out of date',
    async attempt({ desk, device, browser }) {
      const use = await passkeyUse(browser, device);
      desk.clock.advance(5 * MINUTE);
      return finish(browser, use);
    },
  },
  {
    name: 'a challenge for adding a passkey',
    async attempt({ ada, device }) {
      const { ticket, options } = (await call(ada, 'add/begin')).json();
      const credential = device.sign({ ...SITE, challenge: options.challenge });
      return finish(ada, { ticket, credential });
    },
  },
  {
    name: 'a signature over another challenge than the ticket’s',
    async attempt({ device, browser }) {
      const { ticket } = await passkeyUse(browser, device);
      const { credential } = await passkeyUse(browser, device);
      return finish(browser, { ticket, credential });
    },
  },
  {
    name: 'an answer that was given to another origin',
    attempt: ({ device, browser }) =>
      signInWith(browser, device, { site: { ...SITE, origin: 'http://press.example.evil.test' } }),
  },
  {
    name: 'an answer that was given to another host name',
    attempt: ({ device, browser }) =>
      signInWith(browser, device, { site: { ...SITE, hostName: 'evil.test' } }),
  },
  {
    name: 'a signature by another key',
    async attempt({ device, browser }) {
      const { ticket, credential } = await passkeyUse(browser, device);
      const { signature } = (await passkeyUse(browser, new Authenticator())).credential.response;
      const response = { ...credential.response, signature };
      return finish(browser, { ticket, credential: { ...credential, response } });
    },
  },
  {
    name: 'a passkey that names another account',
    attempt({ device, browser }) {
      device.userHandle = Buffer.from('somebody else').toString('base64url');
      return signInWith(browser, device);
    },
  },
  {
    name: 'an unknown passkey',
    attempt({ device, browser }) {
      const unknown = new Authenticator();
      unknown.userHandle = device.userHandle;
      return signInWith(browser, unknown);
    },
  },
  {
    name: 'a removed passkey',
    async attempt({ ada, device, browser }) {
      const use = await passkeyUse(browser, device);
      await ada.submit('/desk/passkeys/remove', { id: device.id }, '/desk/account');
      return finish(browser, use);
    },
  },
  {
    name: 'a suspended writer’s passkey',
    async attempt({ desk, browser }) {
      const device = await addPasskey(await desk.signedIn(await desk.writer('sam')));
      await suspendWriter(desk.context, 'sam');
      return signInWith(browser, device);
    },
  },
  {
    name: 'a call without the page’s token',
    reason: /own page/,
    attempt: ({ browser }) => call(browser, 'sign-in/begin', {}, { token: 'none' }),
  },
  {
    name: 'a call by a page of another origin',
    reason: /own page/,
    attempt: async ({ device, browser }) =>
      finish(browser, await passkeyUse(browser, device), {
        headers: { origin: 'http://evil.test' },
      }),
  },
  {
    name: 'an answer of another shape',
    status: 400,
    reason: /credential/,
    attempt: async ({ device, browser }) =>
      finish(browser, { ...(await passkeyUse(browser, device)), credential: 'yes' }),
  },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`refused on ${kind}`, async () => {
    const desk = await startDesk(kind);
    const ada = await desk.signedIn(await desk.writer('ada'));

    for (const { name, attempt, status = 403, reason = /passkey was not accepted/ } of REFUSED) {
      test(name, async () => {
        const browser = desk.browser();
        const answer = await attempt({ desk, ada, browser, device: await addPasskey(ada) });
        assert.equal(answer.statusCode, status, answer.body);
        assert.equal(answer.json().ok, false);
        assert.match(answer.json().reason, reason);
        assert.equal(await isSignedIn(browser), false);
      });
    }
  });
}
