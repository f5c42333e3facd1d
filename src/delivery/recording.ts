// Writing down what came of attempts, some at a time: the log, what happens next, how the receiver fares.

import type { Answered } from '../outbound/outcomes.ts';
import type { HeldDelivery } from '../store/outbox.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryAttemptRow } from '../store/tables.ts';
import { type Attempt, answerExcerpt } from './sending.ts';
import { isTaken, switchOffAfter, verdictOn } from './verdict.ts';

/** An attempt, the lease under which it was made, and whether its receiver was failing before. */
export interface Landed extends Attempt {
  readonly lease: string;
  readonly isFailing: boolean;
}

interface Recorded {
  readonly attempt: Landed;
  readonly delivery: HeldDelivery;
}

export async function record(store: Store, landed: Landed[], now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    const held = await tx.outbox.held(landed.map(({ id }) => id));
    // Where a lease ran out, the delivery is somebody else's by now.
    const recorded = landed.flatMap((attempt): Recorded[] => {
      const delivery = held.find(({ id }) => id === attempt.id);
      return delivery?.leased_by === attempt.lease ? [{ attempt, delivery }] : [];
    });
    await tx.outbox.addAttempts(recorded.map(attemptRow));
    const taken = recorded.filter(({ attempt }) => isTaken(attempt.outcome));
    await tx.outbox.delivered(
      taken.map(({ delivery }) => delivery.id),
      now.toISOString(),
    );
    for (const each of recorded) if (!taken.includes(each)) await recordFailure(tx, each, now);
    await recordReceivers(tx, recorded, now);
  });
}

function attemptRow({ attempt, delivery }: Recorded): DeliveryAttemptRow {
  const { at, durationMs, outcome, request } = attempt;
  const answer = outcome.kind === 'answered' ? outcome : null;
  return {
    delivery_id: delivery.id,
    number: delivery.attempts + 1,
    at: at.toISOString(),
    duration_ms: durationMs,
    status: answer?.status ?? null,
    error: outcome.kind === 'answered' ? wordsFor(outcome) : outcome.reason,
    request_excerpt: request,
    response_excerpt: answer && answerExcerpt(answer),
  };
}

function wordsFor(answer: Answered): string | null {
  if (isTaken(answer)) return null;
  const isRedirect = answer.status >= 300 && answer.status < 400 && answer.headers.location;
  return isRedirect ? 'It redirects, and redirects are not followed.' : null;
}

async function recordFailure(tx: Store, { attempt, delivery }: Recorded, now: Date): Promise<void> {
  const verdict = verdictOn(attempt.outcome, delivery, now, Math.random());
  // What was called off meanwhile stays so.
  const state = delivery.state === 'due' ? verdict.state : delivery.state;
  await tx.outbox.update(delivery.id, {
    attempts: delivery.attempts + 1,
    tries: delivery.tries + 1,
    leased_by: null,
    leased_until: null,
    ...(delivery.state === 'due' && { state }),
    ...(verdict.state === 'due'
      ? { due_at: verdict.dueAt.toISOString() }
      : { finished_at: now.toISOString() }),
  });
}

/** In the order of their ids, so that two processes never wait for each other. */
async function recordReceivers(tx: Store, recorded: Recorded[], now: Date): Promise<void> {
  // Those who are well and were so before are most.
  const changed = recorded
    .filter(({ attempt }) => attempt.isFailing || !isTaken(attempt.outcome))
    .toSorted((one, other) => (one.delivery.account_id < other.delivery.account_id ? -1 : 1));
  if (changed.length === 0) return;
  const accounts = changed.map(({ delivery }) => delivery.account_id);
  const failingSince = await tx.webhooks.failingSince(accounts);
  const at = now.toISOString();
  for (const { attempt, delivery } of changed) {
    const { account_id } = delivery;
    const off = switchOffAfter(attempt.outcome, failingSince.get(account_id) ?? null, now);
    if (off !== null) await tx.webhooks.switchOff(account_id, off, at);
    if (isTaken(attempt.outcome)) await tx.webhooks.tookOne(account_id);
    else await tx.webhooks.tookNone(account_id, at);
  }
}
