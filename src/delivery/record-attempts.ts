// Records attempts in batches: the delivery log, the next retry, and the state of the receiver.

import type { Completed, Leased } from '../jobs/leased-worker.ts';
import type { Answered } from '../outbound/outcomes.ts';
import { UNLEASED } from '../store/database/leases.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryAttemptRow } from '../store/tables/webhooks.ts';
import type { AttemptedDelivery } from '../store/webhooks/outbox.ts';
import type { Receiver } from '../store/webhooks/webhooks.ts';
import { isSuccess, retryDecision, switchOffAfter } from './retry-policy.ts';
import { type Attempt, answerExcerpt } from './send.ts';

interface Recorded {
  readonly attempt: Attempt;
  readonly delivery: AttemptedDelivery;
}

export async function record(
  store: Store,
  completed: Completed<Leased, Attempt>[],
  now: Date,
): Promise<void> {
  await store.transaction(async (tx) => {
    const leased = await tx.outbox.leased(completed.map(({ row }) => row.id));
    // If the lease has expired, another process may have claimed the delivery.
    const recorded = completed.flatMap(({ row, outcome }): Recorded[] => {
      const delivery = leased.find(({ id }) => id === row.id);
      return delivery?.leased_by === row.lease ? [{ attempt: outcome, delivery }] : [];
    });
    await tx.outbox.addAttempts(recorded.map(attemptRow));
    const taken = recorded.filter(({ attempt }) => isSuccess(attempt.outcome));
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
  if (isSuccess(answer)) return null;
  const isRedirect = answer.status >= 300 && answer.status < 400 && answer.headers.location;
  return isRedirect ? 'The server redirects, and redirects are not followed.' : null;
}

async function recordFailure(tx: Store, { attempt, delivery }: Recorded, now: Date): Promise<void> {
  const decision = retryDecision(attempt.outcome, delivery, now);
  // A delivery that was cancelled meanwhile stays cancelled.
  const state = delivery.state === 'due' ? decision.state : delivery.state;
  await tx.outbox.update(delivery.id, {
    attempts: delivery.attempts + 1,
    tries: delivery.tries + 1,
    ...UNLEASED,
    ...(delivery.state === 'due' && { state }),
    ...(decision.state === 'due'
      ? { due_at: decision.dueAt.toISOString() }
      : { finished_at: now.toISOString() }),
  });
}

/** Receivers are locked in the order of their ids, so that two processes can't deadlock. */
async function recordReceivers(tx: Store, recorded: Recorded[], now: Date): Promise<void> {
  if (recorded.length === 0) return;
  const known = await tx.webhooks.ofAccounts([
    ...new Set(recorded.map(({ delivery }) => delivery.account_id)),
  ]);
  for (const receiver of known.toSorted((one, other) =>
    one.account_id < other.account_id ? -1 : 1,
  )) {
    // An attempt at a replaced URL says nothing about the new one.
    const attempts = recorded.filter(
      ({ attempt, delivery }) =>
        delivery.account_id === receiver.account_id && attempt.url === receiver.url,
    );
    await recordReceiver(tx, receiver, attempts, now);
  }
}

/** Attempts count in the order in which they ended. */
async function recordReceiver(
  tx: Store,
  { account_id, failing_since }: Receiver,
  attempts: Recorded[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  let since = failing_since;
  for (const { attempt, delivery } of attempts) {
    // At a delivery's first attempt, earlier failures don't count: after a long pause, the fault may be brief.
    const off = switchOffAfter(attempt.outcome, delivery.tries === 0 ? null : since, now);
    if (off !== null) await tx.webhooks.switchOff(account_id, off, at);
    if (isSuccess(attempt.outcome)) since = null;
    // A failed test does not count, because its writer is about to fix the receiver.
    else if (delivery.event !== 'ping') since ??= at;
  }
  if (since !== failing_since) await tx.webhooks.update(account_id, { failing_since: since });
}
