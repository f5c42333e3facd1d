// What an erasure would reach, counted for the page that asks.

import type { ErasureRow } from '../../store/tables/erasures.ts';
import { type Context, timestamp } from '../operation.ts';

export interface ErasurePlan {
  readonly name: string;
  /** Pieces that readers see, or would see if the writer were not suspended. */
  readonly publicPieces: number;
  readonly scheduled: number;
  readonly keys: number;
  readonly apps: number;
  readonly hasWebhook: boolean;
  /** The erasure that was asked for already, or null. */
  readonly asked: ErasureRow | null;
}

export async function erasurePlan({ store, now }: Context, accountId: string) {
  const at = timestamp(now());
  const [author] = await store.authors.byIds([accountId]);
  const keys = await store.keys.ofAccount(accountId);
  const plan: ErasurePlan = {
    name: author?.name ?? '',
    publicPieces: await store.erasedTexts.approvedOf(accountId),
    scheduled: (await store.schedules.openOf(accountId)).length,
    keys: keys.filter((key) => key.revoked_at === null && (key.expires_at ?? at) >= at).length,
    apps: (await store.connectedApps.ofAccount(accountId)).length,
    hasWebhook: (await store.webhooks.of(accountId)) !== undefined,
    asked: (await store.erasures.of(accountId)) ?? null,
  };
  return plan;
}
