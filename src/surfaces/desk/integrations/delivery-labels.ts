// The desk's words for deliveries and what becomes of them.

import { isUnderWay } from '../../../operations/webhooks/deliveries.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { WEBHOOK } from '../../../schemas/limits.ts';
import type { DeliveryState, SwitchOff, WebhookEvent } from '../../../schemas/vocabulary.ts';
import { when } from '../shared/labels.ts';
import type { PageContext } from '../shared/page-context.ts';

const STATE_WORDS: { readonly [state in DeliveryState]: string } = {
  due: 'Due',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const STATE_LOOKS: { readonly [state in DeliveryState]: string } = {
  due: 'pending',
  delivered: 'approved',
  failed: 'rejected',
  cancelled: 'draft',
};

export const stateChip = (state: DeliveryState): Html =>
  html`<span class="chip ${STATE_LOOKS[state]}">${STATE_WORDS[state]}</span>`;

export const EVENT_WORDS: { readonly [event in WebhookEvent]: string } = {
  'piece.published': 'A piece was published',
  ping: 'Test',
};

const DAYS = WEBHOOK.patienceMs / 86_400_000;

export const OFF_WORDS: { readonly [reason in SwitchOff]: string } = {
  gone: 'Your receiver answered 410 Gone, so the webhook was switched off.',
  failing: `Your receiver took nothing for ${DAYS} days, so the webhook was switched off.`,
};

interface Tried {
  status?: number | null;
  error?: string | null;
  duration_ms?: number | null;
}

/** Such as `204 in 31 ms`; what was no answer is said in words. */
export function answerWords({ status, error, duration_ms }: Tried): string {
  if (status == null) return error ?? 'Not tried yet';
  return `${status} in ${duration_ms} ms${error ? `. ${error}` : ''}`;
}

interface Ahead {
  state: DeliveryState;
  due_at: string;
  leased_until: string | null;
}

/** When it is tried next, where it is. */
export function nextTry(
  { context }: PageContext,
  { state, due_at, leased_until }: Ahead,
  isOn: boolean,
) {
  if (state !== 'due') return null;
  const now = context.now();
  if (!isOn) return 'Waits until the webhook is on.';
  if (isUnderWay({ state, leased_until }, now)) return 'On its way.';
  if (due_at <= now.toISOString()) return 'Tried in a moment.';
  return html`Next try ${when(due_at, now)}.`;
}

export const timesWords = (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`);
