// Adds webhook deliveries to the outbox, in the transaction of their event.

import { randomUUID } from 'node:crypto';
import type { ChosenEvent, WebhookEvent } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryRow, WebhookRow } from '../../store/tables/webhooks.ts';
import type { Context } from '../operation.ts';
import { pieceRecord } from '../pieces/piece-records.ts';
import { urlsOf } from '../urls.ts';

interface ToDeliver {
  accountId: string;
  pieceId: string | null;
  event: WebhookEvent;
  body: string;
}

export function newDelivery(
  { accountId, pieceId, event, body }: ToDeliver,
  at: string,
): DeliveryRow {
  return {
    id: randomUUID(),
    account_id: accountId,
    piece_id: pieceId,
    event,
    body,
    state: 'due',
    attempts: 0,
    tries: 0,
    due_at: at,
    leased_until: null,
    leased_by: null,
    created_at: at,
    finished_at: null,
  };
}

/** Also true if the service switched the webhook off: deliveries then wait until it is on again. */
const acceptsEvents = ({ enabled, disabled_reason }: WebhookRow) =>
  enabled === 1 || disabled_reason !== null;

const wants = ({ events }: WebhookRow, event: ChosenEvent) => JSON.parse(events).includes(event);

/** Call queueEvent in the transaction of the event. Unpublishing the piece does not cancel the delivery. */
export async function queueEvent(
  store: Store,
  accountId: string,
  event: ChosenEvent,
  body: string,
  at: string,
): Promise<void> {
  const webhook = await store.webhooks.of(accountId);
  if (!webhook || !acceptsEvents(webhook) || !wants(webhook, event)) return;
  await store.deliveries.add(newDelivery({ accountId, pieceId: null, event, body }, at));
}

interface PublishedEvent {
  readonly pieceId: string;
  readonly accountId: string;
  readonly isFirst: boolean;
}

/** Call queueDelivery in the publishing transaction. A cancelled delivery is queued again; there is never a second. */
export async function queueDelivery(
  { config }: Context,
  store: Store,
  { pieceId, accountId, isFirst }: PublishedEvent,
  at: string,
): Promise<void> {
  const webhook = await store.webhooks.of(accountId);
  if (!webhook || !acceptsEvents(webhook)) return;
  const row = await store.publications.byPieceId(pieceId);
  if (!row) return;
  const body = JSON.stringify(pieceRecord(row, urlsOf(config.baseUrl)));
  const delivery = { accountId, pieceId, event: 'piece.published', body } as const;
  await store.deliveries.requeueCancelled(pieceId, body, at);
  if (isFirst) await store.deliveries.add(newDelivery(delivery, at));
}
