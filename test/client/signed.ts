// Webhook requests, signed as the service's contract has it.

import { createHmac, randomBytes } from 'node:crypto';

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

interface Signing {
  /** More than one while a secret is rotated: the new one first. */
  secrets: string[];
  body: string;
  /** Seconds. */
  timestamp?: number;
  event?: string;
}

const ID = '5f0f6c0e-3b7e-4d0e-9a43-6d1f0a2f9b77';

export function signedHeaders({
  secrets,
  body,
  timestamp = Math.floor(Date.now() / 1000),
  event = 'piece.published',
}: Signing): { [name: string]: string } {
  const plain = secrets.map(
    (secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  );
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = `${ID}.${timestamp}.${body}`;
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'x-service-signature': plain.join(','),
    'x-service-event': event,
    'x-service-delivery': ID,
    'webhook-id': ID,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}
