// A writer's webhook deliveries: the list, one with its attempts, and a retry by hand.

import { Problem } from '../../errors.ts';
import type { DeliveryRow } from '../../store/tables/webhooks.ts';
import { isUuid } from '../../validation.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { requiredWebhook } from './webhooks.ts';

const LISTED = 50;

export const listDeliveries = ({ store }: Context, { accountId }: WriterActor) =>
  store.deliveries.ofAccount(accountId, LISTED);

export async function ownDelivery({ store }: Context, actor: WriterActor, id: string) {
  const delivery = isUuid(id) ? await store.deliveries.byId(id) : undefined;
  if (delivery?.account_id !== actor.accountId) throw new Problem('not_found');
  return delivery;
}

export const attemptsOf = ({ store }: Context, id: string) => store.deliveries.attemptsOf(id);

export const isInFlight = (
  { state, leased_until }: Pick<DeliveryRow, 'state' | 'leased_until'>,
  now: Date,
) => state === 'due' && leased_until !== null && leased_until > now.toISOString();

/** Sends the delivery again with the same id and body, and restarts its retry schedule. */
export async function retryDelivery(context: Context, actor: WriterActor, id: string) {
  const { store, now } = context;
  const { piece_id } = await ownDelivery(context, actor, id);
  const { enabled } = await requiredWebhook(context, actor);
  if (enabled === 0) throw new Problem('webhook_off');
  await store.transaction(async (tx) => {
    // The lock keeps the piece from being unpublished meanwhile.
    if (piece_id !== null) {
      const piece = await tx.pieces.lock(piece_id);
      const isPublic = piece && (await tx.publications.byPieceId(piece_id));
      if (!isPublic) throw new Problem('not_deliverable');
    }
    await tx.deliveries.retry(id, timestamp(now()));
  });
}
