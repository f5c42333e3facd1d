// When a delivery is tried again, and when no more, by a clock that the test turns.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JITTER } from '../../src/jobs/retry-delay.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { DAY, HOUR, MINUTE } from '../support/desk/desk.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { PRESENCE, startWorld, WEBHOOK, type World } from './world.ts';

const WAITS = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((each) => each * HOUR),
];

const untilDue = async ({ gate, delivery }: World, page: string) =>
  Date.parse((await delivery(page)).due_at) - gate.clock.now().getTime();

const isOn = async ({ writer }: World) =>
  (await writer.open(PRESENCE)).body.includes('<span class="chip approved">On</span>');

for (const kind of DATABASES_IN_FULL) {
  describe(`a receiver that fails, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const { receiver, deliver, news, published, delivery, writer } = world;
    const { clock } = world.gate;

    test('is tried on schedule, each time a little later by chance, then no more', async () => {
      receiver.answerWith(500);
      const page = await published();
      await deliver();
      for (const [at, wait] of WAITS.entries()) {
        assert.equal(news().length, 1, `try ${at + 1}`);
        const until = await untilDue(world, page);
        assert.ok(until >= wait && until <= wait * (1 + JITTER), `${wait}: ${until}`);
        clock.advance(until - 1);
        await deliver();
        assert.deepEqual(news(), []);
        clock.advance(1);
        await deliver();
      }
      const [last] = news();
      assert.partialDeepStrictEqual(await delivery(page), { state: 'failed', attempts: 10 });
      clock.advance(DAY);
      await deliver();
      assert.deepEqual(news(), []);
      assert.ok(last);
    });

    test('and then takes one is well again', async () => {
      receiver.answerWith(500);
      const page = await published();
      await deliver();
      receiver.answerWith(200);
      clock.advance(6_000);
      await deliver();
      const [first, second] = news();
      assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
      assert.notEqual(first?.headers['webhook-timestamp'], second?.headers['webhook-timestamp']);
      assert.partialDeepStrictEqual(await delivery(page), { state: 'delivered', attempts: 2 });
      assert.doesNotMatch((await writer.open(PRESENCE)).body, /failing since/);
    });

    for (const { name, value, least, most } of [
      { name: 'seconds', value: () => '3600', least: HOUR, most: HOUR },
      {
        name: 'a date',
        value: () => new Date(clock.now().getTime() + HOUR).toUTCString(),
        least: HOUR - 1_000,
        most: HOUR,
      },
      { name: 'less than the schedule', value: () => '1', least: 5_000, most: 5_500 },
      { name: 'more than a day', value: () => '99999999', least: DAY, most: DAY },
      {
        name: 'a date long gone',
        value: () => new Date(0).toUTCString(),
        least: 5_000,
        most: 5_500,
      },
      { name: 'nonsense', value: () => 'later', least: 5_000, most: 5_500 },
    ]) {
      test(`is left alone as it asks: Retry-After with ${name}`, async () => {
        receiver.answerWith(429, { 'retry-after': value() });
        const page = await published();
        await deliver();
        const until = await untilDue(world, page);
        assert.ok(until >= least && until <= most, String(until));
        leadsTo(await writer.submit(`${page}/unpublish`));
        news();
      });
    }

    test('by a redirect is not followed', async () => {
      receiver.answerWith(301, { location: receiver.url });
      const page = await published();
      await deliver();
      assert.equal(news().length, 1);
      assert.partialDeepStrictEqual(await delivery(page), { state: 'due', status: 301 });
      leadsTo(await writer.submit(`${page}/unpublish`));
    });

    test('with 410 is switched off, and the desk says why', async () => {
      receiver.answerWith(410);
      const page = await published();
      await deliver();
      assert.equal(await isOn(world), false);
      assert.match((await writer.open(PRESENCE)).body, /responded with 410 Gone/);
      clock.advance(DAY);
      const meanwhile = await published();
      await deliver();
      assert.equal(news().length, 1);
      receiver.answerWith(200);
      leadsTo(await writer.submit(`${WEBHOOK}/on`, {}, PRESENCE));
      assert.equal(await isOn(world), true);
      await deliver();
      assert.equal(news().length, 2);
      for (const each of [page, meanwhile]) {
        assert.equal((await delivery(each)).state, 'delivered');
      }
    });

    test('is tried at once when it is switched on again', async () => {
      receiver.answerWith(429, { 'retry-after': '86400' });
      const page = await published();
      await deliver();
      for (const act of ['off', 'on']) {
        leadsTo(await writer.submit(`${WEBHOOK}/${act}`, {}, PRESENCE));
      }
      receiver.answerWith(200);
      await deliver();
      assert.equal(news().length, 2);
      assert.equal((await delivery(page)).state, 'delivered');
    });

    test('is tried at once when it has another address', async () => {
      receiver.answerWith(429, { 'retry-after': '86400' });
      const page = await published();
      await deliver();
      leadsTo(await writer.submit(WEBHOOK, { url: receiver.url }, PRESENCE));
      await deliver();
      assert.equal(news().length, 1, 'the same address changes nothing');
      receiver.answerWith(200);
      leadsTo(await writer.submit(WEBHOOK, { url: `${receiver.url}?b` }, PRESENCE));
      await deliver();
      assert.equal(news().length, 1);
      assert.equal((await delivery(page)).state, 'delivered');
    });

    test('once, long after it failed another time, has a second chance', async () => {
      receiver.answerWith(500);
      const earlier = await published();
      await deliver();
      leadsTo(await writer.submit(`${earlier}/unpublish`));
      clock.advance(6 * DAY);
      const page = await published();
      await deliver();
      assert.equal(await isOn(world), true);
      receiver.answerWith(200);
      clock.advance(6_000);
      await deliver();
      assert.equal((await delivery(page)).state, 'delivered');
      news();
    });

    test('a test alone is not failing', async () => {
      receiver.answerWith(500);
      leadsTo(await writer.submit(`${WEBHOOK}/test`, {}, PRESENCE));
      await deliver();
      clock.advance(6 * DAY);
      const page = await published();
      await deliver();
      assert.equal(await isOn(world), true);
      leadsTo(await writer.submit(`${page}/unpublish`));
      news();
    });

    test('for five days is switched off, and goes on where it stopped once it is on', async () => {
      receiver.answerWith(503);
      await published();
      await deliver();
      clock.advance(5 * DAY - 1);
      const page = await published();
      await deliver();
      assert.equal(await isOn(world), true);
      clock.advance(DAY);
      await deliver();
      assert.equal(await isOn(world), false);
      assert.match((await writer.open(PRESENCE)).body, /failed for 5 days/);
      clock.advance(DAY);
      news();
      await deliver();
      assert.deepEqual(news(), []);
      receiver.answerWith(200);
      leadsTo(await writer.submit(`${WEBHOOK}/on`, {}, PRESENCE));
      await deliver();
      assert.equal((await delivery(page)).state, 'delivered');
    });
  });
}
