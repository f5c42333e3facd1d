// Finishes an erasure: the files of images, what is left of keys and deliveries, and the log of changes.

import { isImageName, operatorStorage } from '../../media/choose-storage.ts';
import type { ErasureRow } from '../../store/tables/erasures.ts';
import { hashOfName } from '../images/image-names.ts';
import { referencedHashes } from '../images/sweep.ts';
import { type Context, timestamp } from '../operation.ts';

export async function finishErasure(context: Context, { account_id }: ErasureRow): Promise<void> {
  const { store, now } = context;
  for (let isLeft = true; isLeft; ) {
    isLeft = await store.transaction((tx) => tx.erasedAccounts.removeSomeDeliveries(account_id));
  }
  await removeImages(context, account_id);
  await store.transaction(async (tx) => {
    await tx.accounts.lockCreation();
    await tx.authors.lock([account_id]);
    // A request that was under way when the erasure began may have left a session.
    await tx.erasedAccounts.removeOwned(account_id, null);
    await tx.erasedAccounts.removeKeyImages(account_id);
    await tx.erasedAccounts.removeEmptySeries(account_id);
    await tx.erasures.forgetImages(account_id);
  });
  // What the transactions above have changed is in the log once they are committed.
  await store.transaction(async (tx) => {
    await tx.erasures.update(account_id, { finished_at: timestamp(now()) });
    await tx.erasedAccounts.forgetChanges();
  });
}

/** Images that other texts name stay. */
async function removeImages(context: Context, accountId: string): Promise<void> {
  const named = new Set(await context.store.erasures.imagesOf(accountId));
  if (named.size === 0) return;
  const gone = named.difference(await referencedHashes(context));
  const storage = operatorStorage(context.config);
  for await (const { name } of storage.list()) {
    if (isImageName(name) && gone.has(hashOfName(name))) await storage.remove(name);
  }
}
