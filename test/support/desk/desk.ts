// The desk for tests: a service whose clock can be moved, writers who have passwords, browsers.
//
//   const desk = await startDesk('sqlite');
//   const ada = await desk.writer('ada');          // an account: { slug, email, password }
//   const browser = await desk.signedIn(ada);      // a browser of hers
//   await browser.submit('/desk/account', { change: 'email', … });
//   desk.clock.advance(HOUR);

import assert from 'node:assert/strict';
import { createWriter } from '../../../src/operations/accounts/writers.ts';
import type { WriterActor } from '../../../src/operations/actor.ts';
import type { DatabaseKind } from '../databases/databases.ts';
import { NOW, type Service, startService } from '../service.ts';
import { DeskBrowser, leadsTo, type Peer } from './desk-browser.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A clock that doesn't move unless a test advances it. */
export class Clock {
  #at = NOW.getTime();
  readonly now = () => new Date(this.#at);

  advance(ms: number): void {
    this.#at += ms;
  }
}

/** An account with the password to sign in. */
export interface Person {
  slug: string;
  email: string;
  password: string;
}

export interface Desk extends Service {
  clock: Clock;
  /** A browser that is not signed in. */
  browser(peer?: Peer): DeskBrowser;
  writer(slug: string, rights?: { admin?: boolean }): Promise<Person>;
  /** The person as an actor for operations, with their current role. */
  actor(person: Person): Promise<WriterActor>;
  /** A browser in which the person has just signed in. */
  signedIn(person: Person, peer?: Peer): Promise<DeskBrowser>;
}

/** The name of the session cookie on a site that is served over plain http. */
export const PLAIN_SESSION = 'standfirst_session';

/** The name of the session cookie over https, as in the tests. */
export const SESSION = `__Host-${PLAIN_SESSION}`;

export async function startDesk(
  kind: DatabaseKind,
  environment: { [name: string]: string } = {},
): Promise<Desk> {
  const clock = new Clock();
  const service = await startService(kind, environment, clock.now);
  const browser = (peer?: Peer) => new DeskBrowser(service.app, peer);
  return {
    ...service,
    clock,
    browser,
    async writer(slug, { admin = false } = {}) {
      const person = { slug, email: `${slug}@press.example`, password: `the password of ${slug}` };
      await createWriter(service.context, {
        ...person,
        name: slug,
        admin,
        identityVerified: false,
      });
      return person;
    },
    async actor({ slug, email }) {
      const account = await service.context.store.accounts.byEmail(email);
      assert.ok(account);
      const isAdmin = account.is_admin === 1;
      return { kind: 'writer', accountId: account.id, slug, isAdmin, sessionId: 'a session' };
    },
    async signedIn(person, peer) {
      const own = browser(peer);
      await signIn(own, person);
      return own;
    },
  };
}

export async function signIn(browser: DeskBrowser, { email, password }: Person): Promise<void> {
  leadsTo(await browser.submit('/desk/sign-in', { email, password }));
}

/** Whether the browser's session opens the desk. */
export async function isSignedIn(browser: DeskBrowser): Promise<boolean> {
  const answer = await browser.open('/desk');
  if (answer.statusCode === 200) return true;
  assert.equal(leadsTo(answer), '/desk/sign-in?next=%2Fdesk');
  return false;
}

/** Whether a password opens the desk, tried in a fresh browser. */
export async function opens(desk: Desk, { email, password }: Person): Promise<boolean> {
  const { statusCode } = await desk.browser().submit('/desk/sign-in', { email, password });
  return statusCode === 303;
}
