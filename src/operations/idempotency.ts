// Idempotency: repeating a request with the same Idempotency-Key runs it once and returns the same response.

import { hash } from 'node:crypto';
import { Problem } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { IdempotentAnswerRow } from '../store/tables/pieces.ts';
import type { KeyActor } from './actor.ts';
import { type Context, timestamp } from './operation.ts';

const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** Stored responses from before this time have expired. */
export const rememberedSince = (at: string) => timestamp(new Date(Date.parse(at) - REMEMBERED_MS));

export interface OnceRequest {
  keyId: string;
  idempotencyKey: string;
  bodyHash: string;
}

/** `sent` must include everything that distinguishes one request from another. */
export const onceRequest = (
  { keyId }: KeyActor,
  idempotencyKey: string | null,
  sent: unknown,
): OnceRequest | null =>
  idempotencyKey === null
    ? null
    : { keyId, idempotencyKey, bodyHash: hash('sha256', JSON.stringify(sent)) };

export const answerRow = (
  { keyId, idempotencyKey, bodyHash }: OnceRequest,
  answer: object,
  at: string,
): IdempotentAnswerRow => ({
  key_id: keyId,
  idempotency_key: idempotencyKey,
  body_hash: bodyHash,
  body: JSON.stringify(answer),
  created_at: at,
});

export async function answerStoredFor(
  store: Store,
  { keyId, idempotencyKey, bodyHash }: OnceRequest,
  since: string,
): Promise<string | null> {
  const known = await store.idempotency.find(keyId, idempotencyKey, since);
  if (!known) return null;
  if (known.body_hash !== bodyHash) throw new Problem('key_reused');
  return known.body;
}

/** Returns the stored response, or runs `work`, which stores one. A concurrent request may store it first. */
export async function answeredOnce<Answer>(
  store: Store,
  request: OnceRequest,
  since: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const known = await answerStoredFor(store, request, since);
  if (known !== null) return JSON.parse(known);
  try {
    return await work();
  } catch (error) {
    const others = await answerStoredFor(store, request, since);
    if (others !== null) return JSON.parse(others);
    throw error;
  }
}

const SWEPT_AT_ONCE = 500;

export async function sweepAnswers({ store, now }: Context): Promise<void> {
  const before = rememberedSince(timestamp(now()));
  while ((await store.idempotency.forget(before, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
}
