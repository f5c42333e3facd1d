// The retry policy: an attempt ends a delivery, is retried after a delay, or is the last.

import { retryDelayMs } from '../jobs/retry-delay.ts';
import type { Outcome } from '../outbound/outcomes.ts';
import type { SwitchOff } from '../schemas/vocabulary.ts';
import { WEBHOOK_LIMITS } from '../schemas/webhooks/webhook-limits.ts';
import type { AttemptedDelivery } from '../store/webhooks/outbox.ts';

export type RetryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'due'; readonly dueAt: Date }
  | { readonly state: 'failed' };

const GONE = 410;

export const isSuccess = (outcome: Outcome) =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

export function retryDecision(
  outcome: Outcome,
  { event, tries }: Pick<AttemptedDelivery, 'event' | 'tries'>,
  now: Date,
): RetryDecision {
  if (isSuccess(outcome)) return { state: 'delivered' };
  const backoff = retryDelayMs(WEBHOOK_LIMITS.retryDelayMs, tries);
  // A test delivery is not retried, because its writer is watching.
  if (event === 'ping' || backoff === undefined) return { state: 'failed' };
  const delayMs = Math.max(backoff, retryAfterMs(outcome, now));
  return { state: 'due', dueAt: new Date(now.getTime() + delayMs) };
}

const isGone = (outcome: Outcome) => outcome.kind === 'answered' && outcome.status === GONE;

function retryAfterMs(outcome: Outcome, now: Date): number {
  const value = outcome.kind === 'answered' ? outcome.headers['retry-after']?.trim() : undefined;
  if (!value) return 0;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.min(wait, WEBHOOK_LIMITS.longestWaitMs);
}

export function switchOffAfter(
  outcome: Outcome,
  failingSince: string | null,
  now: Date,
): SwitchOff | null {
  if (isSuccess(outcome)) return null;
  if (isGone(outcome)) return 'gone';
  const hasFailedTooLong =
    failingSince !== null && now.getTime() - Date.parse(failingSince) >= WEBHOOK_LIMITS.patienceMs;
  return hasFailedTooLong ? 'failing' : null;
}
