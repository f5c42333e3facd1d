// Passwords: compared, hashed in a queue, replaced.

import { availableParallelism } from 'node:os';
import type { Store } from '../../store/store.ts';
import { type Client, FairQueue } from './fair-queue.ts';

/** Password hashing per process: running, queued, and the timeout. */
export const PASSWORD_QUEUE = { atOnce: 2, waiting: 128, ms: 10_000 } as const;

/** Loads the library on first use, because most processes never check a password. */
const argon2 = () => import('@node-rs/argon2');

/** Leaves one processor and two of libuv's four threads free, because files and compression need them. */
const AT_ONCE = Math.max(1, Math.min(PASSWORD_QUEUE.atOnce, availableParallelism() - 1));

const queue = new FairQueue({ ...PASSWORD_QUEUE, atOnce: AT_ONCE }, 'sign_in_busy');

export const OPERATOR: Client = { network: '', account: '', isKnown: true };

export const hashOfPassword = (password: string, client: Client) =>
  queue.run(client, async () => (await argon2()).hash(password));

let nobodysHash: Promise<string> | undefined;

/** Without an account, compares with a dummy hash, so that the response time doesn't reveal who has an account. */
export async function isPasswordOf(
  password: string,
  hash: string | null | undefined,
  client: Client,
): Promise<boolean> {
  nobodysHash ??= argon2().then(({ hash: hashed }) => hashed('nobody has this password'));
  const known = hash ?? (await nobodysHash);
  const isRight = await queue.run(client, async () => (await argon2()).verify(known, password));
  return isRight && Boolean(hash);
}

export async function replacePassword(
  store: Store,
  accountId: string,
  password_hash: string,
  keptSession: string | null = null,
): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.accounts.update(accountId, { password_hash });
    await tx.sessions.removeOfAccount(accountId, keptSession);
    await tx.tokens.removeOfAccount(accountId, 'password_reset');
  });
}
