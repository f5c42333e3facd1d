// The retry policy: after an attempt, delivered, a retry with backoff and jitter, or given up.

import type { Outcome } from '../outbound/outcomes.ts';
import { WEBHOOK } from '../schemas/limits.ts';
import type { SwitchOff } from '../schemas/vocabulary.ts';
import type { LeasedDelivery } from '../store/webhooks/outbox.ts';

export type RetryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'due'; readonly dueAt: Date }
  | { readonly state: 'failed' };

const GONE = 410;

export const isSuccess = (outcome: Outcome) =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

/** `chance` is from 0 to 1 and decides the jitter. */
export function retryDecision(
  outcome: Outcome,
  { event, tries }: Pick<LeasedDelivery, 'event' | 'tries'>,
  now: Date,
  chance: number,
): RetryDecision {
  if (isSuccess(outcome)) return { state: 'delivered' };
  const backoff = WEBHOOK.retryDelayMs[tries];
  // A test delivery has no retries: the writer is watching.
  if (event === 'ping' || backoff === undefined) return { state: 'failed' };
  const jittered = backoff * (1 + WEBHOOK.jitter * chance);
  return {
    state: 'due',
    dueAt: new Date(now.getTime() + Math.max(jittered, retryAfterMs(outcome, now))),
  };
}

const isGone = (outcome: Outcome) => outcome.kind === 'answered' && outcome.status === GONE;

/** The receiver's own Retry-After, in milliseconds. */
function retryAfterMs(outcome: Outcome, now: Date): number {
  const value = outcome.kind === 'answered' ? outcome.headers['retry-after']?.trim() : undefined;
  if (!value) return 0;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.min(wait, WEBHOOK.longestWaitMs);
}

/** Whether the webhook is to be switched off, and why. */
export function switchOffAfter(
  outcome: Outcome,
  failingSince: string | null,
  now: Date,
): SwitchOff | null {
  if (isSuccess(outcome)) return null;
  if (isGone(outcome)) return 'gone';
  const hasFailedTooLong =
    failingSince !== null && now.getTime() - Date.parse(failingSince) >= WEBHOOK.patienceMs;
  return hasFailedTooLong ? 'failing' : null;
}
