// What still opens an account, or something in it, after its password has changed; and how to end that.

import { type Context, timestamp } from '../operation.ts';

/** What a new password leaves alone, and what of it there may be. Sessions end in any case. */
export const REMAINING = ['passkeys', 'api_keys', 'previews'] as const;

type Remaining = (typeof REMAINING)[number];

/** What to end together with the old password. */
export type AlsoEnded = ReadonlySet<Remaining>;

/** How many there are of each. */
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

/** Inside the transaction that replaces the password. */
export async function endAccess({ store, now }: Context, accountId: string, ended: AlsoEnded) {
  if (ended.has('passkeys')) await store.passkeys.removeOfAccount(accountId);
  if (ended.has('api_keys')) await store.keys.revokeOfAccount(accountId, timestamp(now()));
  if (ended.has('previews')) await store.previews.removeOfAuthor(accountId);
}
