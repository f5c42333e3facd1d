// The client's webhook verifier: what it takes for a delivery, and everything it does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WebhookError } from '../../clients/typescript/src/errors.ts';
import { verifyWebhook, type WebhookHeaders } from '../../clients/typescript/src/webhooks.ts';
import { newSecret, signedHeaders } from './signed.ts';

const SECRET = newSecret();
const BODY = JSON.stringify({
  id: 'https://press.example/pieces/1',
  title: 'Über Brücken 橋 🌉',
  content_html: '<p>…</p>',
  tags: [],
});
const SIGNED = signedHeaders({ secrets: [SECRET], body: BODY });
const AT = Number(SIGNED['webhook-timestamp']);

const PLAIN = ['x-service-signature', 'x-service-event', 'x-service-delivery'];
const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

const without = (names: string[]) =>
  Object.fromEntries(Object.entries(SIGNED).filter(([name]) => !names.includes(name)));

const capitals = Object.fromEntries(
  Object.entries(SIGNED).map(([name, value]) => [name.toUpperCase(), value]),
);

const rotated = (secrets: string[]) => signedHeaders({ secrets, body: BODY });

const HELD: { [name: string]: [headers: WebhookHeaders, secret?: string] } = {
  'both signatures': [SIGNED],
  'as Headers': [new Headers(SIGNED)],
  'names in capitals': [capitals],
  'the standard signature alone': [without(['x-service-signature'])],
  'a newer secret beside ours': [rotated([newSecret(), SECRET])],
  'an older secret beside ours': [rotated([SECRET, newSecret()])],
};

for (const [name, [headers, secret = SECRET]] of Object.entries(HELD)) {
  test(`taken: ${name}`, async () => {
    const delivery = await verifyWebhook(BODY, headers, secret);
    assert.equal(delivery.event, 'piece.published');
    assert.equal(delivery.id, SIGNED['webhook-id']);
    assert.deepEqual(delivery.piece, JSON.parse(BODY));
  });
}

test('taken: a body as bytes, and a ping, which has no piece', async () => {
  const headers = signedHeaders({ secrets: [SECRET], body: BODY, event: 'ping' });
  const delivery = await verifyWebhook(Buffer.from(BODY), headers, SECRET);
  assert.deepEqual([delivery.event, delivery.piece], ['ping', null]);
});

const REFUSED: { [name: string]: [headers: WebhookHeaders, secret?: string, now?: number] } = {
  'no signature': [without(['x-service-signature', 'webhook-signature'])],
  'the plain signature alone, which says nothing of the time': [without(STANDARD)],
  'another secret': [SIGNED, newSecret()],
  'an empty secret': [SIGNED, ''],
  'a secret that isn’t base64': [without(PLAIN), 'whsec_%%%'],
  'signed with two others': [rotated([newSecret(), newSecret()])],
  'a good plain signature beside a bad standard one': [
    { ...SIGNED, 'webhook-signature': 'v1,AAAA' },
  ],
  'a good standard signature beside a bad plain one': [
    { ...SIGNED, 'x-service-signature': 'sha256=00' },
  ],
  'a plain signature cut short': [
    { 'x-service-signature': String(SIGNED['x-service-signature']).slice(0, -2) },
  ],
  'a plain signature of another kind': [
    { 'x-service-signature': String(SIGNED['x-service-signature']).replace('sha256', 'sha1') },
  ],
  'a standard signature of another version': [
    {
      ...without(PLAIN),
      'webhook-signature': String(SIGNED['webhook-signature']).replace('v1', 'v2'),
    },
  ],
  'no id': [without(['webhook-id'])],
  'another id': [{ ...SIGNED, 'webhook-id': 'other' }],
  'no timestamp': [without(['webhook-timestamp'])],
  'a timestamp that isn’t a number': [{ ...SIGNED, 'webhook-timestamp': '1e9' }],
  'another timestamp': [{ ...SIGNED, 'webhook-timestamp': String(AT + 1) }],
  'older than five minutes': [SIGNED, SECRET, (AT + 301) * 1000],
  'from further ahead than that': [SIGNED, SECRET, (AT - 301) * 1000],
  'nothing at all': [{}],
};

for (const [name, [headers, secret = SECRET, now]] of Object.entries(REFUSED)) {
  test(`refused: ${name}`, async () => {
    await assert.rejects(verifyWebhook(BODY, headers, secret, { now }), WebhookError);
  });
}

for (const body of ['{"ok":true}', 'null', 'no JSON', '[]']) {
  test(`refused: ${body} called a piece`, async () => {
    const headers = signedHeaders({ secrets: [SECRET], body });
    await assert.rejects(verifyWebhook(body, headers, SECRET), WebhookError);
  });
}

test('taken until five minutes have passed', async () => {
  await verifyWebhook(BODY, SIGNED, SECRET, { now: (AT + 300) * 1000 });
  await verifyWebhook(BODY, SIGNED, SECRET, { now: (AT - 300) * 1000 });
});

test('refused: any other body', async () => {
  const other = fc.oneof(
    fc.string(),
    fc.nat(BODY.length).map((at) => `${BODY.slice(0, at)} ${BODY.slice(at)}`),
  );
  await fc.assert(
    fc.asyncProperty(other, async (body) => {
      fc.pre(body !== BODY);
      await assert.rejects(verifyWebhook(body, SIGNED, SECRET), WebhookError);
    }),
  );
});
