// Claims due deliveries: as many as the process can send, but no more than each receiver's share.

import type { InFlight, Leased } from '../jobs/leased-worker.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryToSend, DueDelivery } from '../store/webhooks/outbox.ts';

export const PER_RECEIVER = 4;
/** Deliveries in flight to all failing receivers together. */
export const MAX_FAILING_IN_FLIGHT = 32;
/** With this many in flight, each receiver gets only one, so that slow ones leave room. */
const BUSY_THRESHOLD = 96;

export interface LeasedDelivery extends Leased {
  readonly account: string;
  readonly isFailing: boolean;
  readonly delivery: DeliveryToSend;
}

type Sending = InFlight<Pick<LeasedDelivery, 'account' | 'isFailing'> & Leased>;

/** Skips deliveries that another process has locked. */
export function claim(
  store: Store,
  room: number,
  inFlight: Sending,
  now: Date,
): Promise<LeasedDelivery[]> {
  return store.transaction(async (tx) => {
    const failing = countFailing(inFlight) >= MAX_FAILING_IN_FLIGHT;
    const exclude = { receivers: fullReceivers(inFlight), failing };
    const due = await tx.outbox.due(now, exclude, room);
    return take(tx, withinReceiverLimits(due, inFlight), now);
  });
}

async function take(tx: Store, chosen: DueDelivery[], now: Date): Promise<LeasedDelivery[]> {
  const taken = new Map((await tx.outbox.leases.take(chosen, now)).map((row) => [row.id, row]));
  const replaced = await replacedSecrets(tx, chosen, now.toISOString());
  return chosen.flatMap(({ id, account_id: account, url, secret, failing_since }) => {
    const row = taken.get(id);
    if (!row) return [];
    const { lease, event, body } = row;
    const secrets = [secret, ...(replaced.get(account) ?? [])];
    const delivery = { id, event, body, url, secrets };
    return [{ id, lease, account, isFailing: failing_since !== null, delivery }];
  });
}

/** During a rotation, replaced secrets also sign. They are returned by receiver, newest first. */
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

function countsOf(inFlight: Sending): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { account } of inFlight.values()) counts.set(account, (counts.get(account) ?? 0) + 1);
  return counts;
}

const countFailing = (inFlight: Sending) =>
  [...inFlight.values()].filter(({ isFailing }) => isFailing).length;

const maxPerReceiver = (isFailing: boolean, taken: number) =>
  isFailing || taken >= BUSY_THRESHOLD ? 1 : PER_RECEIVER;

/** Receivers with a full share, which the query excludes so that their deliveries don't block others'. */
function fullReceivers(inFlight: Sending): string[] {
  const failing = new Set(
    [...inFlight.values()].filter(({ isFailing }) => isFailing).map(({ account }) => account),
  );
  return [...countsOf(inFlight)]
    .filter(([account, count]) => count >= maxPerReceiver(failing.has(account), inFlight.size))
    .map(([account]) => account);
}

function withinReceiverLimits(due: DueDelivery[], inFlight: Sending): DueDelivery[] {
  const counts = countsOf(inFlight);
  let taken = inFlight.size;
  let failing = countFailing(inFlight);
  return due.filter(({ id, account_id, failing_since }) => {
    const count = counts.get(account_id) ?? 0;
    const isFailing = failing_since !== null;
    // If the lease has expired, the delivery may still be in flight here; it must not be sent twice.
    if (inFlight.has(id) || count >= maxPerReceiver(isFailing, taken)) return false;
    if (isFailing && failing >= MAX_FAILING_IN_FLIGHT) return false;
    counts.set(account_id, count + 1);
    taken += 1;
    if (isFailing) failing += 1;
    return true;
  });
}
