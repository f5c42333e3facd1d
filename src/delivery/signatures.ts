// Webhook signatures: the headers of a delivery with its event, its id and two signatures.

import { createHmac } from 'node:crypto';
import type { DeliveryToSend } from '../store/webhooks/outbox.ts';

const PREFIX = 'whsec_';

/** An HMAC with the secret exactly as it is shown, so that any HMAC function can verify it. */
const plain = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Standard Webhooks: an HMAC with the decoded secret, over id, time and body. */
function standard(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

export function headersOf(delivery: DeliveryToSend, at: Date): { [name: string]: string } {
  const { id, event, body, secrets } = delivery;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'x-service-event': event,
    'x-service-delivery': id,
    'x-service-signature': secrets.map((secret) => plain(secret, body)).join(','),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => standard(secret, signed)).join(' '),
  };
}
