// The webhook at the desk: set with the reason of a refusal, tested, replaced, looked back at, sent again.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PRESENCE, SETTINGS, startWorld, WEBHOOK } from '../../delivery/world.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { startEditing } from '../../support/desk/editing.ts';

const REFUSED: { name: string; url: string; settings?: object; says: RegExp }[] = [
  {
    name: 'a loopback address',
    url: 'https://127.0.0.1/hook',
    says: /private or reserved network/,
  },
  { name: 'a short spelling', url: 'https://127.1/', says: /private or reserved network/ },
  {
    name: 'a name of this machine',
    url: 'https://localhost/',
    says: /private or reserved network/,
  },
  { name: 'a metadata service', url: 'https://169.254.169.254/', says: /private or reserved/ },
  { name: 'plain http', url: 'http://192.0.2.1/', says: /does not start with https/ },
  { name: 'a password', url: 'https://a:b@example.org/', says: /user name or a password/ },
  { name: 'a port for mail', url: 'https://example.org:25/', says: /something other than the web/ },
  { name: 'no address', url: 'example', says: /not an http or https URL/ },
  { name: 'another scheme', url: 'ftp://example.org/', says: /not an http or https URL/ },
];

describe('an address that is refused', async () => {
  const { writer } = await startEditing('sqlite');
  for (const { name, url, says } of REFUSED) {
    test(`${name}, with the reason beside the field`, async () => {
      const { statusCode, body } = await writer.submit(WEBHOOK, { url }, PRESENCE);
      assert.equal(statusCode, 400);
      const error = /<p class="error" id="webhook-url-error">(.*?)<\/p>/.exec(body)?.[1];
      assert.match(String(error), says);
      assert.doesNotMatch(body, /whsec_/);
    });
  }
});

for (const kind of DATABASES_IN_FULL) {
  describe(`the webhook at the desk, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const { writer, stranger, receiver, deliver, news, published, delivery, secret } = world;

    test('shows its secret once', async () => {
      const { body } = await writer.open(PRESENCE);
      assert.ok(body.includes(receiver.url));
      assert.ok(!body.includes(secret));
    });

    test('leads to its own part of the page, where its secret is shown', async () => {
      const { body } = await writer.open(PRESENCE);
      const actions = [...body.matchAll(/action="([^"]*\/webhook[^"]*)"/g)].map(
        ([, action]) => action,
      );
      assert.deepEqual(
        actions.filter((action) => !action?.endsWith('#webhook')),
        [],
      );
      assert.ok(actions.length >= 4);
    });

    test('keeps its secret with another address', async () => {
      const url = `${receiver.url}?a=b`;
      const page = leadsTo(await writer.submit(WEBHOOK, { url }, PRESENCE));
      assert.match((await writer.open(page)).body, /The URL was saved\./);
      await published();
      await deliver();
      assert.equal(news().length, 1);
    });

    test('is tested, and the answer is shown', async () => {
      receiver.answerWith(202);
      const page = leadsTo(await writer.submit(`${WEBHOOK}/test`, {}, PRESENCE));
      assert.match((await writer.open(page)).body, /Next attempt in a moment/);
      await deliver();
      const [one] = news();
      assert.equal(one?.headers['x-service-event'], 'ping');
      const { body } = await writer.open(page);
      assert.match(body, /Delivered/);
      assert.match(body, /202 in \d+ ms/);
      assert.match(body, /So be it\./);
      assert.match(body, /x-service-event: ping/);
    });

    test('that fails a test is not tried again by itself', async () => {
      receiver.answerWith(500);
      const page = leadsTo(await writer.submit(`${WEBHOOK}/test`, {}, PRESENCE));
      await deliver();
      assert.match((await writer.open(page)).body, /Failed/);
      news();
    });

    test('gets a delivery again, under the same id', async () => {
      receiver.answerWith(200);
      const page = await published();
      await deliver();
      const { id } = await delivery(page);
      const log = `${WEBHOOK}/deliveries/${id}`;
      leadsTo(await writer.submit(log));
      await deliver();
      const [first, second] = news();
      assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
      assert.deepEqual(second?.body, first?.body);
      const { body } = await writer.open(log);
      assert.match(body, /Attempt 2.*Attempt 1/s);
      leadsTo(await writer.submit(`${page}/unpublish`));
      const refused = await writer.submit(log);
      assert.equal(refused.statusCode, 409);
      assert.match(refused.body, /not public at the moment/);
    });

    test('offers no second try while one is under way', async () => {
      const { context } = world.gate;
      const page = await published();
      const { id } = await delivery(page);
      const log = `${WEBHOOK}/deliveries/${id}`;
      assert.match((await writer.open(log)).body, /Deliver now/);
      const { leases } = context.store.outbox;
      const taken = await leases.take([{ id }], context.now());
      const { body } = await writer.open(log);
      assert.match(body, /Sending now/);
      assert.doesNotMatch(body, /Deliver (?:now|again)/);
      const before = await delivery(page);
      leadsTo(await writer.submit(log, {}, PRESENCE));
      assert.deepEqual(await delivery(page), before);
      await leases.release(taken);
      await deliver();
      news();
    });

    test('shows nobody else’s deliveries', async () => {
      const { id } = await delivery(await published());
      const log = `${WEBHOOK}/deliveries/${id}`;
      assert.equal((await stranger.open(log)).statusCode, 404);
      assert.equal((await stranger.submit(log, {}, '/desk')).statusCode, 404);
      for (const none of ['x', '00000000-0000-4000-8000-000000000000']) {
        assert.equal((await writer.open(`${WEBHOOK}/deliveries/${none}`)).statusCode, 404);
      }
    });

    test('that is off is not tested', async () => {
      leadsTo(await writer.submit(`${WEBHOOK}/off`, {}, PRESENCE));
      const { statusCode, body } = await writer.submit(`${WEBHOOK}/test`, {}, PRESENCE);
      assert.equal(statusCode, 409);
      assert.match(body, /Turn it on first/);
    });
  });

  describe(`a writer without a webhook, on ${kind}`, async () => {
    const { writer } = await startEditing(kind, SETTINGS);
    for (const act of ['test', 'on', 'off', 'secret']) {
      test(`is told so: ${act}`, async () => {
        const { statusCode, body } = await writer.submit(`${WEBHOOK}/${act}`, {}, PRESENCE);
        assert.equal(statusCode, 409);
        assert.match(body, /Set the URL of your webhook first/);
      });
    }
  });
}
