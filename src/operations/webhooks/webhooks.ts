// A writer's webhook: its URL, signing secret, switch and test. Deliveries are in deliveries.ts.

import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { invalidField, Problem } from '../../errors.ts';
import { type Accepted, acceptedBy, obstacleTo } from '../../outbound/guarded-request.ts';
import { Text, URL_LENGTH } from '../../schemas/text.ts';
import { CHOSEN_EVENTS } from '../../schemas/vocabulary.ts';
import { WEBHOOK_LIMITS } from '../../schemas/webhooks/webhook-limits.ts';
import { flag } from '../../store/tables/flag.ts';
import type { WebhookRow } from '../../store/tables/webhooks.ts';
import { checkerOf } from '../../validation.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { newDelivery } from './queue-deliveries.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const checkUrl = checkerOf(Type.Object({ url: Text(URL_LENGTH) }));

export const ownWebhook = ({ store }: Context, { accountId }: WriterActor) =>
  store.webhooks.of(accountId);

export async function requiredWebhook(context: Context, actor: WriterActor): Promise<WebhookRow> {
  const webhook = await ownWebhook(context, actor);
  if (!webhook) throw new Problem('no_webhook');
  return webhook;
}

/** The URLs that a webhook may have in addition to https URLs with a public IP address. */
export const acceptedUrls = ({ config }: Context): Accepted => acceptedBy(config);

/** The first call creates the secret, which only its response contains. */
export async function setWebhook(
  context: Context,
  { accountId }: WriterActor,
  given: string,
): Promise<{ secret: string | null }> {
  const { store, config, now } = context;
  const { url } = checkUrl({ url: given.trim() });
  const obstacle = await obstacleTo(config, url);
  if (obstacle) {
    throw invalidField('url', obstacle.reason);
  }
  const at = timestamp(now());
  const secret = newSecret();
  const isNew = await store.webhooks.add({
    account_id: accountId,
    url,
    secret,
    previous_until: null,
    enabled: 1,
    disabled_reason: null,
    failing_since: null,
    events: '[]',
    created_at: at,
    updated_at: at,
  });
  if (isNew) return { secret };
  await store.transaction(async (tx) => {
    if ((await tx.webhooks.of(accountId))?.url === url) return;
    // A new URL starts without failures.
    await tx.webhooks.update(accountId, { url, failing_since: null, updated_at: at });
    await tx.deliveries.retryAllPending(accountId, at);
  });
  return { secret: null };
}

/** Returns the new secret, which is never shown again. The old one also signs for a day. */
export async function rotateSecret(context: Context, actor: WriterActor): Promise<string> {
  const { store, now } = context;
  const { secret } = await requiredWebhook(context, actor);
  const at = timestamp(now());
  const next = newSecret();
  const until = timestamp(new Date(now().getTime() + WEBHOOK_LIMITS.overlapMs));
  const replaced = { secret, account_id: actor.accountId, until };
  await store.transaction(async (tx) => {
    const earlier = await tx.webhooks.replacedSecrets([actor.accountId], at);
    // The number is limited, because each secret adds a signature to a header and receivers limit the size of headers.
    if (earlier.length >= WEBHOOK_LIMITS.replacedSecrets) throw new Problem('many_secrets');
    const isDone = await tx.webhooks.replaceSecret(replaced, next, at);
    if (!isDone) throw new Problem('webhook_changed');
  });
  return next;
}

/** Switching on sends pending deliveries immediately. */
export async function switchWebhook(context: Context, actor: WriterActor, isOn: boolean) {
  const { store, now } = context;
  const { enabled } = await requiredWebhook(context, actor);
  if (enabled === flag(isOn)) return;
  const at = timestamp(now());
  await store.transaction(async (tx) => {
    await tx.webhooks.update(actor.accountId, {
      enabled: flag(isOn),
      disabled_reason: null,
      failing_since: null,
      updated_at: at,
    });
    if (isOn) await tx.deliveries.retryAllPending(actor.accountId, at);
  });
}

export async function chooseEvents(
  context: Context,
  actor: WriterActor,
  chosen: readonly string[],
) {
  const { store, now } = context;
  await requiredWebhook(context, actor);
  const events = JSON.stringify(CHOSEN_EVENTS.filter((event) => chosen.includes(event)));
  await store.webhooks.update(actor.accountId, { events, updated_at: timestamp(now()) });
}

export const chosenEvents = ({ events }: Pick<WebhookRow, 'events'>): string[] =>
  JSON.parse(events);

export async function sendTest(context: Context, actor: WriterActor): Promise<string> {
  const { store, config, now } = context;
  const { enabled } = await requiredWebhook(context, actor);
  if (enabled === 0) throw new Problem('webhook_off');
  const at = timestamp(now());
  const { accountId } = actor;
  const body = JSON.stringify({ event: 'ping', from: config.baseUrl, sent_at: at });
  const delivery = newDelivery({ accountId, pieceId: null, event: 'ping', body }, at);
  await store.deliveries.add(delivery);
  return delivery.id;
}
