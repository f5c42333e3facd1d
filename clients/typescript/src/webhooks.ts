// Verifies webhooks by their signatures, compared in constant time.

import type { Piece } from './api-types.ts';
import { WebhookError } from './errors.ts';

/** Headers as a platform provides them: `Headers`, or an object with lower-case names as in Node. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | string[] | undefined };

export interface WebhookDelivery {
  /**
   * `piece.published`, `ping` for a test, or `note.added` and `revision.requested` if the webhook was set up for them.
   */
  event: string;
  /** The id of the delivery, the same for every try. Remember it, so that a repeated try does nothing twice. */
  id: string;
  /** The published piece; null for any other event. */
  piece: Piece | null;
}

export interface VerifyOptions {
  /** Milliseconds since 1970; the current time if left out. */
  now?: number | undefined;
}

/** The greatest difference between the clocks of sender and receiver, and the greatest age of a message. */
const TOLERANCE_SECONDS = 5 * 60;

/**
 * Returns the delivery, or throws a WebhookError. `rawBody` is the body as received, before parsing. The signature of
 * Standard Webhooks is required, since the other one doesn't cover the time: without it, an old message could be sent
 * again under any id. If both are present, both must be valid.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { now = Date.now() }: VerifyOptions = {},
): Promise<WebhookDelivery> {
  const body = typeof rawBody === 'string' ? encoded(rawBody) : new Uint8Array(rawBody);
  const plain = headerOf(headers, 'x-service-signature');
  const standard = headerOf(headers, 'webhook-signature');
  if (standard === null) throw new WebhookError('webhook-signature is missing.');
  await verifyStandard(body, headers, standard, secret, now);
  if (plain !== null) await verifyPlain(body, plain, secret);
  return deliveryFrom(body, headers);
}

/**
 * Checks `sha256=<hex>`, keyed with the secret as text. The header has several signatures while the secret is being
 * rotated.
 */
async function verifyPlain(body: Bytes, header: string, secret: string): Promise<void> {
  const signatures = header
    .split(',')
    .map((each) => /^\s*sha256=((?:[0-9a-f]{2})+)\s*$/i.exec(each)?.[1])
    .map((hex) => (hex === undefined ? null : fromHex(hex)));
  if (!(await anyHolds(encoded(secret), signatures, body))) {
    throw new WebhookError('X-Service-Signature does not fit this body and secret.');
  }
}

/** Checks Standard Webhooks' `v1,<base64>` over id, time and body, keyed with the bytes that the secret encodes. */
async function verifyStandard(
  body: Bytes,
  headers: WebhookHeaders,
  header: string,
  secret: string,
  now: number,
): Promise<void> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (id === null || timestamp === null || !/^\d+$/.test(timestamp)) {
    throw new WebhookError('webhook-id or webhook-timestamp is missing or malformed.');
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new WebhookError('webhook-timestamp is more than five minutes away.');
  }
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  const signatures = header
    .split(' ')
    .map((each) => (each.startsWith('v1,') ? fromBase64(each.slice(3)) : null));
  const signed = joined(encoded(`${id}.${timestamp}.`), body);
  if (key === null || !(await anyHolds(key, signatures, signed))) {
    throw new WebhookError('webhook-signature does not fit this message and secret.');
  }
}

function deliveryFrom(body: Bytes, headers: WebhookHeaders): WebhookDelivery {
  const event = headerOf(headers, 'x-service-event') ?? '';
  const id = headerOf(headers, 'webhook-id') ?? '';
  return { event, id, piece: event === 'piece.published' ? pieceIn(body) : null };
}

/** The event's name is not signed, so the body must have the fields of a piece. */
function pieceIn(body: Bytes): Piece {
  const found = parsed(new TextDecoder().decode(body));
  if (!isPiece(found)) throw new WebhookError('The body is no piece.');
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isPiece = (value: unknown): value is Piece =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'title' in value &&
  typeof value.title === 'string' &&
  'content_html' in value;

type Bytes = Uint8Array<ArrayBuffer>;

/** Whether any signature is valid. WebCrypto compares in constant time. */
async function anyHolds(
  secret: Bytes,
  signatures: (Bytes | null)[],
  data: Bytes,
): Promise<boolean> {
  if (secret.length === 0) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
  const held = signatures
    .filter((signature) => signature !== null)
    .map((signature) => crypto.subtle.verify('HMAC', key, signature, data));
  return (await Promise.all(held)).includes(true);
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const entry = Object.entries(headers).find(([each]) => each.toLowerCase() === name);
  const value = entry?.[1];
  return Array.isArray(value) ? value.join(',') : (value ?? null);
}

const encoded = (text: string): Bytes => new Uint8Array(new TextEncoder().encode(text));

const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(first: Bytes, second: Bytes): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
