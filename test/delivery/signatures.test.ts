// Deliveries verify: by the official library, by the client, by plain HMAC, also while a secret is replaced.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, mock, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts';
import { WEBHOOK_LIMITS } from '../../src/schemas/webhooks/webhook-limits.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { DAY } from '../support/desk/desk.ts';
import type { Received } from './receiver.ts';
import { PRESENCE, startWorld, WEBHOOK } from './world.ts';

const plain = (secret: string, body: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const headersOf = ({ headers }: Received) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Throws where the official library does; it goes by the time of the machine. */
function verifyOfficially(one: Received, secret: string, now: Date): void {
  mock.timers.enable({ apis: ['Date'], now });
  try {
    new Webhook(secret).verify(one.body, headersOf(one));
  } finally {
    mock.timers.reset();
  }
}

async function holds(one: Received, secret: string, now: Date): Promise<boolean> {
  try {
    await verifyWebhook(one.body, one.headers, secret, { now: now.getTime() });
    return true;
  } catch {
    return false;
  }
}

for (const kind of DATABASES_IN_FULL) {
  describe(`signatures, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const { writer, deliver, news, published } = world;
    const { clock } = world.gate;
    const old = world.secret;
    let secret = old;

    async function delivered(): Promise<Received> {
      await published();
      await deliver();
      const [one] = news();
      assert.ok(one);
      return one;
    }

    test('are the secret’s, and nobody else’s', async () => {
      const one = await delivered();
      verifyOfficially(one, secret, clock.now());
      assert.equal(one.headers['x-service-signature'], plain(secret, one.body));
      assert.ok(await holds(one, secret, clock.now()));
      const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
      assert.throws(() => verifyOfficially(one, other, clock.now()));
      assert.equal(await holds(one, other, clock.now()), false);
    });

    test('fit no other body: every changed byte is noticed', async () => {
      const one = await delivered();
      for (const at of [0, 1, one.body.length >> 1, one.body.length - 1]) {
        const body = Buffer.from(one.body);
        body[at] = (body[at] ?? 0) ^ 1;
        assert.throws(() => verifyOfficially({ ...one, body }, secret, clock.now()));
        assert.equal(await holds({ ...one, body }, secret, clock.now()), false);
        assert.notEqual(one.headers['x-service-signature'], plain(secret, body));
      }
    });

    test('are both secrets’ for a day after one was replaced', async () => {
      const { body } = await writer.submit(`${WEBHOOK}/secret`, {}, PRESENCE);
      secret = /whsec_[A-Za-z0-9+/=]+/.exec(body)?.[0] ?? '';
      assert.notEqual(secret, old);
      const one = await delivered();
      for (const each of [secret, old]) {
        verifyOfficially(one, each, clock.now());
        assert.ok(await holds(one, each, clock.now()));
      }
      const both = [secret, old].map((each) => plain(each, one.body)).join(',');
      assert.equal(one.headers['x-service-signature'], both);
    });

    test('stay the first one’s for its day when there is a second replacement', async () => {
      clock.advance(DAY / 2);
      const { body } = await writer.submit(`${WEBHOOK}/secret`, {}, PRESENCE);
      const second = secret;
      secret = /whsec_[A-Za-z0-9+/=]+/.exec(body)?.[0] ?? '';
      const one = await delivered();
      for (const each of [secret, second, old]) {
        verifyOfficially(one, each, clock.now());
        assert.ok(await holds(one, each, clock.now()));
      }
      clock.advance(DAY / 2);
      const later = await delivered();
      verifyOfficially(later, second, clock.now());
      assert.equal(await holds(later, old, clock.now()), false);
    });

    test('are the new one’s alone afterwards', async () => {
      clock.advance(DAY);
      const one = await delivered();
      assert.ok(await holds(one, secret, clock.now()));
      assert.equal(await holds(one, old, clock.now()), false);
      assert.equal(one.headers['x-service-signature'], plain(secret, one.body));
    });

    test('do not grow without end', async () => {
      for (let at = 0; at < WEBHOOK_LIMITS.replacedSecrets; at += 1) {
        assert.equal((await writer.submit(`${WEBHOOK}/secret`, {}, PRESENCE)).statusCode, 200);
      }
      const { statusCode, body } = await writer.submit(`${WEBHOOK}/secret`, {}, PRESENCE);
      assert.equal(statusCode, 409);
      assert.match(body, /Use the latest secret/);
      assert.doesNotMatch(body, /whsec_/);
    });
  });
}
