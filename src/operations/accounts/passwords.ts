// Passwords: stored as a slow hash, and replaced.

import type { Store } from '../../store/store.ts';

/** Loaded on first use: most processes never see a password. */
const argon2 = () => import('@node-rs/argon2');

export const hashOfPassword = async (password: string) => (await argon2()).hash(password);

export const isPassword = async (password: string, hash: string) =>
  (await argon2()).verify(hash, password);

/**
 * Ends what the old password opened: every session but the one the change was made from, and
 * every password reset link.
 */
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
