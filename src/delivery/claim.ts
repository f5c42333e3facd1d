// Claims due deliveries: as many as there is room for, and for each receiver no more than its share.

import { randomUUID } from 'node:crypto';
import { WEBHOOK } from '../schemas/limits.ts';
import type { Store } from '../store/store.ts';
import type { DueDelivery, TakenDelivery } from '../store/webhooks/outbox.ts';

/** The attempts that this process has in flight. */
export interface Flight {
  readonly account: string;
  readonly isFailing: boolean;
  readonly lease: string;
}

export interface Taken {
  readonly delivery: TakenDelivery;
  readonly flight: Flight;
}

/** Leases due deliveries while there is room. Those that another process has locked are skipped. */
export async function claim(
  store: Store,
  flights: ReadonlyMap<string, Flight>,
  now: Date,
): Promise<Taken[]> {
  const room = WEBHOOK.atOnce - flights.size;
  const at = now.toISOString();
  // With nothing in flight, usually nothing is due: a read is cheaper than a transaction.
  if (room <= 0 || (flights.size === 0 && !(await store.outbox.hasDue(at)))) return [];
  return store.transaction(async (tx) => {
    const without = { receivers: fullReceivers(flights), failing: isFullOfFailing(flights) };
    const due = await tx.outbox.due(at, without, room);
    return take(tx, withinShares(due, flights), now);
  });
}

async function take(tx: Store, chosen: DueDelivery[], now: Date): Promise<Taken[]> {
  if (chosen.length === 0) return [];
  const lease = randomUUID();
  const until = new Date(now.getTime() + WEBHOOK.leaseMs).toISOString();
  const ids = chosen.map(({ id }) => id);
  const sendable = new Map((await tx.outbox.lease(ids, lease, until)).map((row) => [row.id, row]));
  const replaced = await replacedSecrets(tx, chosen, now.toISOString());
  return chosen.flatMap(({ id, account_id, url, secret, failing_since }) => {
    const content = sendable.get(id);
    if (!content) return [];
    const secrets = [secret, ...(replaced.get(account_id) ?? [])];
    const flight = { account: account_id, isFailing: failing_since !== null, lease };
    return [{ delivery: { ...content, url, secrets }, flight }];
  });
}

/** While a secret is rotated, previous ones also sign: by receiver, newest first. */
async function replacedSecrets(tx: Store, chosen: DueDelivery[], at: string) {
  const rotating = chosen.filter(({ previous_until }) => previous_until && previous_until > at);
  if (rotating.length === 0) return new Map<string, string[]>();
  const accounts = [...new Set(rotating.map(({ account_id }) => account_id))];
  const found = Map.groupBy(
    await tx.webhooks.replacedSecrets(accounts, at),
    ({ account_id }) => account_id,
  );
  return new Map([...found].map(([account, rows]) => [account, rows.map(({ secret }) => secret)]));
}

function countsOf(flights: ReadonlyMap<string, Flight>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { account } of flights.values()) counts.set(account, (counts.get(account) ?? 0) + 1);
  return counts;
}

const countFailing = (flights: ReadonlyMap<string, Flight>) =>
  [...flights.values()].filter(({ isFailing }) => isFailing).length;

const isFullOfFailing = (flights: ReadonlyMap<string, Flight>) =>
  countFailing(flights) >= WEBHOOK.forFailing;

/** How many attempts a receiver may have in flight, given how many there are in total. */
const shareOf = (isFailing: boolean, taken: number) =>
  isFailing || taken >= WEBHOOK.crowded ? 1 : WEBHOOK.perReceiver;

/** Receivers that have their share. Their due deliveries must not block those of others. */
function fullReceivers(flights: ReadonlyMap<string, Flight>): string[] {
  const failing = new Set(
    [...flights.values()].filter(({ isFailing }) => isFailing).map(({ account }) => account),
  );
  return [...countsOf(flights)]
    .filter(([account, count]) => count >= shareOf(failing.has(account), flights.size))
    .map(([account]) => account);
}

function withinShares(due: DueDelivery[], flights: ReadonlyMap<string, Flight>): DueDelivery[] {
  const counts = countsOf(flights);
  let taken = flights.size;
  let failing = countFailing(flights);
  return due.filter(({ id, account_id, failing_since }) => {
    const count = counts.get(account_id) ?? 0;
    const isFailing = failing_since !== null;
    // A delivery whose lease expired while it is still in flight here is not sent twice.
    if (flights.has(id) || count >= shareOf(isFailing, taken)) return false;
    if (isFailing && failing >= WEBHOOK.forFailing) return false;
    counts.set(account_id, count + 1);
    taken += 1;
    if (isFailing) failing += 1;
    return true;
  });
}
