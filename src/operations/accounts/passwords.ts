// Passwords: kept as a hash that is slow to guess at, and exchanged whoever asked for it.

import type { Store } from '../../store/store.ts';

/** Loaded when a password is first asked for: most processes never see one. */
const argon2 = () => import('@node-rs/argon2');

export const hashOfPassword = async (password: string) => (await argon2()).hash(password);

export const isPassword = async (password: string, hash: string) =>
  (await argon2()).verify(hash, password);

/**
 * What was opened with the old password ends: every session, but the one the change was made from,
 * and every address at which the password could be set anew.
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
