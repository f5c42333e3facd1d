// Many simultaneous sign-ins: few passwords are hashed at the same time, and correct ones get their turn. The queue is
// in memory, so one database is enough.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { PASSWORD_QUEUE } from '../../../src/operations/accounts/passwords.ts';
import { hashing } from '../../support/cheap-passwords.ts';
import { type Desk, type Person, startDesk } from '../../support/desk/desk.ts';
import {
  type Answer,
  type DeskBrowser,
  type Fields,
  leadsTo,
  type Peer,
} from '../../support/desk/desk-browser.ts';

/** The threads that libuv has for this and for everything else, such as files and compression. */
const THREADS = 4;

/** Holds each password at the door of the hash function, until it is let in. */
class Door {
  atOnce = 0;
  most = 0;
  /** How many have come to it so far. */
  came = 0;
  isOpen = false;
  readonly #held: (() => void)[] = [];

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    this.atOnce += 1;
    this.came += 1;
    this.most = Math.max(this.most, this.atOnce);
    if (!this.isOpen) await new Promise<void>((enter) => this.#held.push(enter));
    return work().finally(() => {
      this.atOnce -= 1;
    });
  }

  /** Lets one in, and waits for the next. */
  async letIn(): Promise<void> {
    const before = this.came;
    this.#held.shift()?.();
    for (let turn = 0; turn < 6_000 && this.came === before; turn++) await pause();
  }

  open(): void {
    this.isOpen = true;
    for (const enter of this.#held.splice(0)) enter();
  }
}

let door: Door;
const { around } = hashing;

/** Opens the page in each browser first, so that only the forms arrive together. */
async function readied(desk: Desk, peers: Peer[], url: string, fields: (at: number) => Fields) {
  // Makes the hashes that are computed once per process.
  door.open();
  await desk.browser().submit('/desk/sign-in', fields(0));
  door.isOpen = false;
  const ready = [];
  for (const [at, peer] of peers.entries()) {
    ready.push(await readiedIn(desk.browser(peer), url, fields(at)));
  }
  return ready;
}

async function readiedIn(browser: DeskBrowser, url: string, fields: Fields) {
  const form_token = await browser.csrfToken(url);
  return () => browser.post(url, { ...fields, form_token });
}

/** Sends them all, and waits until those are answered for whom there is no room. */
async function sendAll(forms: (() => Promise<Answer>)[]) {
  const answers: Answer[] = [];
  const all = forms.map((send) => send().then((answer) => answers.push(answer)));
  const isFull = () => answers.length === TRIES - PASSWORD_QUEUE.waiting - door.atOnce;
  for (let turn = 0; turn < 1000 && !isFull(); turn++) await pause();
  return { answers, all: Promise.all(all) };
}

/** How long to wait for a request that would wait as long as the door is closed. */
const PATIENCE_MS = 60_000;

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

const TRIES = PASSWORD_QUEUE.waiting + 36;
const LOCAL = Array.from({ length: TRIES }, (): Peer => ({}));
const NETWORKS = Array.from({ length: TRIES }, (_, at) => ({ remoteAddress: `198.51.100.${at}` }));

const HOME = { remoteAddress: '203.0.113.7' };

const CASES = [
  { name: 'one network at one account', peers: LOCAL, account: () => 'bo' },
  { name: 'one network at many accounts', peers: LOCAL, account: (at: number) => `x${at}` },
  { name: 'many networks', peers: NETWORKS, account: (at: number) => `x${at}` },
];

describe('many sign-ins at once', () => {
  beforeEach(() => {
    door = new Door();
    hashing.around = (work) => door.pass(work);
  });

  afterEach(() => {
    door.open();
    hashing.around = around;
  });

  for (const { name, peers, account } of CASES) {
    test(`from ${name} are bounded, and the rest is told to come back`, async () => {
      const desk = await startDesk('sqlite');
      const forms = await readied(desk, peers, '/desk/sign-in', (at) => ({
        email: `${account(at)}@press.example`,
        password: 'a guess',
      }));
      const { answers, all } = await sendAll(forms);
      assert.ok(door.most < THREADS, `${door.most} at once`);
      assert.ok(answers.length >= 30, `${answers.length} were sent away`);
      for (const { statusCode, headers, body } of answers) {
        assert.equal(statusCode, 503);
        assert.ok(Number(headers['retry-after']) > 0);
        assert.match(body, /Too many people are signing in/);
      }
      assert.equal((await desk.browser().open('/')).statusCode, 200);
      door.open();
      await all;
      const tried = answers.filter(({ statusCode }) => statusCode !== 503);
      assert.ok(tried.length > 0);
      for (const { statusCode } of tried) assert.equal(statusCode, 401);
      assert.ok(door.most < THREADS, `${door.most} at once`);
    });
  }

  test('a true sign-in from elsewhere is not sent away, and does not wait for them all', async () => {
    const desk = await startDesk('sqlite');
    door.open();
    const { email, password } = await desk.writer('ada');
    const guess = { email: 'bo@press.example', password: 'a guess' };
    const forms = await readied(desk, LOCAL, '/desk/sign-in', () => guess);
    const [mine] = await readied(desk, [HOME], '/desk/sign-in', () => ({ email, password }));
    const { answers, all } = await sendAll(forms);
    const sentAway = answers.length;
    const order: number[] = [];
    const signedIn = mine?.().then(({ statusCode }) => {
      order.push(answers.length - sentAway);
      return statusCode;
    });
    // A waiting request gave up its place.
    for (let turn = 0; turn < 6_000 && answers.length === sentAway; turn++) await pause();
    door.open();
    assert.equal(await signedIn, 303);
    await all;
    const before = order[0] ?? Number.POSITIVE_INFINITY;
    assert.ok(before < 20, `${before} were answered before`);
  });

  /** Each request signs in to a different account. */
  const flood = (desk: Desk, peers: Peer[] = NETWORKS) =>
    readied(desk, peers, '/desk/sign-in', (at) => ({
      email: `x${at}@press.example`,
      password: 'a guess',
    }));

  const OWN: [string, (desk: Desk, ada: Person) => Promise<() => Promise<Answer>>][] = [
    [
      'a sign-in with a browser that has signed in before',
      async (desk, { email, password }) => {
        const browser = await desk.signedIn({ slug: 'ada', email, password }, HOME);
        leadsTo(await browser.submit('/desk/sign-out'));
        return readiedIn(browser, '/desk/sign-in', { email, password });
      },
    ],
    [
      'a change of password',
      async (desk, ada) => {
        const fields = { change: 'password', current: ada.password, password: 'a new password' };
        return readiedIn(await desk.signedIn(ada, HOME), '/desk/account', fields);
      },
    ],
  ];

  for (const [what, ready] of OWN) {
    test(`${what} waits for none of many networks`, async () => {
      const desk = await startDesk('sqlite');
      door.open();
      const send = await ready(desk, await desk.writer('ada'));
      const { answers, all } = await sendAll(await flood(desk));
      const sentAway = answers.length;
      const sent = Promise.withResolvers<number>();
      send().then(({ statusCode }) => sent.resolve(statusCode), sent.reject);
      // One of the strangers gives its place up.
      for (let turn = 0; turn < 6_000 && answers.length === sentAway; turn++) await pause();
      // Lets in the requests already inside and then the next: a password change hashes twice, and others may come in
      // between.
      for (let turn = 0; turn < 2 * door.atOnce + 2; turn++) await door.letIn();
      const late = setTimeout(() => sent.resolve(0), PATIENCE_MS);
      assert.equal(await sent.promise, 303);
      clearTimeout(late);
      door.open();
      await all;
    });
  }

  for (const [where, peer] of Object.entries({
    'another network': HOME,
    'the same network': LOCAL[0],
  }))
    test(`a sign-in with a new browser in ${where} waits for nobody who came before`, async () => {
      const desk = await startDesk('sqlite');
      door.open();
      const { email, password } = await desk.writer('ada');
      const { answers, all } = await sendAll(await flood(desk, peer === HOME ? NETWORKS : LOCAL));
      const sentAway = answers.length;
      const mine = await readiedIn(desk.browser(peer), '/desk/sign-in', { email, password });
      const sent = Promise.withResolvers<number>();
      mine().then(({ statusCode }) => sent.resolve(statusCode), sent.reject);
      for (let turn = 0; turn < 6_000 && answers.length === sentAway; turn++) await pause();
      for (let turn = 0; turn < door.atOnce + 1; turn++) await door.letIn();
      const late = setTimeout(() => sent.resolve(0), PATIENCE_MS);
      assert.equal(await sent.promise, 303);
      clearTimeout(late);
      door.open();
      await all;
    });
});
