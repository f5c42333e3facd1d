// What follows from an attempt: delivered, tried again and when, or given up.

import type { Outcome } from '../outbound/outcomes.ts';
import { WEBHOOK } from '../schemas/limits.ts';
import type { SwitchOff } from '../schemas/vocabulary.ts';
import type { HeldDelivery } from '../store/webhooks/outbox.ts';

export type RetryDecision =
  | { readonly state: 'delivered' }
  | { readonly state: 'due'; readonly dueAt: Date }
  | { readonly state: 'failed' };

const GONE = 410;

export const isTaken = (outcome: Outcome) =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

/** `chance` is from 0 to 1. */
export function retryDecision(
  outcome: Outcome,
  { event, tries }: Pick<HeldDelivery, 'event' | 'tries'>,
  now: Date,
  chance: number,
): RetryDecision {
  if (isTaken(outcome)) return { state: 'delivered' };
  const wait = WEBHOOK.retryDelayMs[tries];
  // A test is one try: whoever asked for it is looking.
  if (event === 'ping' || wait === undefined) return { state: 'failed' };
  const jittered = wait * (1 + WEBHOOK.jitter * chance);
  return {
    state: 'due',
    dueAt: new Date(now.getTime() + Math.max(jittered, askedFor(outcome, now))),
  };
}

const isGone = (outcome: Outcome) => outcome.kind === 'answered' && outcome.status === GONE;

/** How long the receiver itself asks to be left alone, in milliseconds. */
function askedFor(outcome: Outcome, now: Date): number {
  const value = outcome.kind === 'answered' ? outcome.headers['retry-after']?.trim() : undefined;
  if (!value) return 0;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.min(wait, WEBHOOK.longestWaitMs);
}

/** Whether the webhook as a whole is to be left alone from now on. */
export function switchOffAfter(
  outcome: Outcome,
  failingSince: string | null,
  now: Date,
): SwitchOff | null {
  if (isTaken(outcome)) return null;
  if (isGone(outcome)) return 'gone';
  const isOutOfPatience =
    failingSince !== null && now.getTime() - Date.parse(failingSince) >= WEBHOOK.patienceMs;
  return isOutOfPatience ? 'failing' : null;
}
