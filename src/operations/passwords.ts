// Putting one password in the place of another, whoever asked for it.

import type { Store } from '../store/store.ts';

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
