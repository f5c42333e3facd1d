// Webhooks and due deliveries put straight into the database, where a test needs many.

import type { Context } from '../../src/operations/operation.ts';
import { newDelivery } from '../../src/operations/webhooks/queue-deliveries.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export async function addWebhook(context: Context, accountId: string, url: string): Promise<void> {
  const at = context.now().toISOString();
  await context.store.webhooks.add({
    account_id: accountId,
    url,
    secret: SECRET,
    previous_until: null,
    enabled: 1,
    disabled_reason: null,
    failing_since: null,
    events: '[]',
    created_at: at,
    updated_at: at,
  });
}

/** Adds `count` due deliveries for each webhook; returns their ids. */
export async function addDue(
  context: Context,
  accountIds: string[],
  count: number,
  body = '{}',
): Promise<string[]> {
  const at = context.now().toISOString();
  const rows = Array.from({ length: count }, () => accountIds)
    .flat()
    .map((accountId) =>
      newDelivery({ accountId, pieceId: null, event: 'piece.published', body }, at),
    );
  await context.store.transaction(async (tx) => {
    for (const row of rows) await tx.deliveries.add(row);
  });
  return rows.map(({ id }) => id);
}
