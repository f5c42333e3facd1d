// Random tokens and their hashes: the database has only the hashes, so a copy of it does not open a session or a link.

import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/store.ts';

export const newToken = () => randomBytes(32).toString('base64url');

export const hashOf = (token: string) => hash('sha256', token);

/** The service's signing key, which the first process creates for all. */
export const signingKey = (store: Store) => store.settings.getOrSet('signing_key', newToken());

export const signed = (key: string, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url');

export function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
