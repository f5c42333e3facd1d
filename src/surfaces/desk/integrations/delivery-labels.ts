// The desk's labels for webhook deliveries: state, response, next retry.

import { isInFlight } from '../../../operations/webhooks/deliveries.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { DeliveryState, SwitchOff, WebhookEvent } from '../../../schemas/vocabulary.ts';
import { WEBHOOK_LIMITS } from '../../../schemas/webhooks/webhook-limits.ts';
import { when } from '../shared/labels.ts';
import type { PageContext } from '../shared/page-context.ts';

const CHIPS: { readonly [state in DeliveryState]: readonly [look: string, words: string] } = {
  due: ['pending', 'Pending'],
  delivered: ['approved', 'Delivered'],
  failed: ['rejected', 'Failed'],
  cancelled: ['draft', 'Cancelled'],
};

export function stateChip(state: DeliveryState): Html {
  const [look, words] = CHIPS[state];
  return html`<span class="chip ${look}">${words}</span>`;
}

export const EVENT_WORDS: { readonly [event in WebhookEvent]: string } = {
  'piece.published': 'Piece published',
  'note.added': 'Note added',
  'revision.requested': 'Revision requested',
  'proposal.answered': 'Proposal answered',
  ping: 'Test',
};

const DAYS = WEBHOOK_LIMITS.patienceMs / 86_400_000;

export const OFF_WORDS: { readonly [reason in SwitchOff]: string } = {
  gone: 'Your server responded with 410 Gone, so we turned the webhook off.',
  failing: `Every delivery failed for ${DAYS} days, so we turned the webhook off.`,
};

interface Tried {
  status?: number | null;
  error?: string | null;
  duration_ms?: number | null;
}

export function answerWords({ status, error, duration_ms }: Tried): string {
  if (status == null) return error ?? 'No attempts yet';
  return `${status} in ${duration_ms} ms${error ? `. ${error}` : ''}`;
}

interface Ahead {
  state: DeliveryState;
  due_at: string;
  leased_until: string | null;
}

export function nextTry(
  { context }: PageContext,
  { state, due_at, leased_until }: Ahead,
  isOn: boolean,
) {
  if (state !== 'due') return null;
  const now = context.now();
  if (!isOn) return 'Waiting for the webhook to be turned on.';
  if (isInFlight({ state, leased_until }, now)) return 'Sending now.';
  if (due_at <= now.toISOString()) return 'Next attempt in a moment.';
  return html`Next attempt ${when(due_at, now)}.`;
}

export const timesWords = (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`);
