// Counts and ends access that survives a password change, such as passkeys and API keys.

import { type Context, timestamp } from '../operation.ts';

/** Kinds of access that survive a password change unless the writer ends them. Sessions always end. */
export const REMAINING = ['passkeys', 'api_keys', 'previews'] as const;

type Remaining = (typeof REMAINING)[number];

export type AlsoEnded = ReadonlySet<Remaining>;

export async function remainingAccess(
  { store, now }: Context,
  accountId: string,
): Promise<{ [each in Remaining]: number }> {
  const at = timestamp(now());
  const keys = await store.keys.ofAccount(accountId);
  const usable = keys.filter(
    ({ revoked_at, expires_at }) => revoked_at === null && (expires_at === null || expires_at > at),
  );
  return {
    passkeys: (await store.passkeys.ofAccount(accountId)).length,
    api_keys: usable.length,
    previews: await store.previews.countOfAuthor(accountId),
  };
}

export async function endAccess({ store, now }: Context, accountId: string, ended: AlsoEnded) {
  if (ended.has('passkeys')) await store.passkeys.removeOfAccount(accountId);
  if (ended.has('api_keys')) await store.keys.revokeOfAccount(accountId, timestamp(now()));
  if (ended.has('previews')) await store.previews.removeOfAuthor(accountId);
}
