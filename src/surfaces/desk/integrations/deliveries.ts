// Page of a webhook delivery: every attempt with its request and response, and the form that retries it.

import type { Limit } from '../../../http/limits/rate-limits.ts';
import {
  attemptsOf,
  isInFlight,
  ownDelivery,
  retryDelivery,
} from '../../../operations/webhooks/deliveries.ts';
import { ownWebhook } from '../../../operations/webhooks/webhooks.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { when } from '../shared/labels.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { answerWords, EVENT_WORDS, nextTry, stateChip } from './delivery-labels.ts';
import { WEBHOOK_PAGE } from './webhooks.ts';

type Attempt = Awaited<ReturnType<typeof attemptsOf>>[number];

export function deliveryRoutes(desk: Desk, limits: readonly Limit[]): void {
  desk.writer(
    `${WEBHOOK_PAGE}/deliveries/:id`,
    deliveryPage,
    async (page) => {
      const id = param(page, 'id');
      await retryDelivery(page.context, actorOf(page), id);
      return { goTo: `${WEBHOOK_PAGE}/deliveries/${id}` };
    },
    { limits },
  );
}

async function deliveryPage(page: PageContext): Promise<Html> {
  const { context } = page;
  const actor = actorOf(page);
  const delivery = await ownDelivery(context, actor, param(page, 'id'));
  const isOn = (await ownWebhook(context, actor))?.enabled === 1;
  const attempts = await attemptsOf(context, delivery.id);
  const here = `${WEBHOOK_PAGE}/deliveries/${delivery.id}`;
  const next = nextTry(page, delivery, isOn);
  return deskPage(page, {
    title: 'Delivery',
    here: 'Online presence',
    content: html`<p><a href="/desk/edit/online-presence#webhook">Webhook</a></p>
<h1>${EVENT_WORDS[delivery.event]}</h1>
<p>${stateChip(delivery.state)} ${next} ${next && html`<a href="${here}">Refresh</a>`}</p>
<p class="muted">${when(delivery.created_at, context.now())} · <code>${delivery.id}</code></p>
${
  isOn &&
  !isInFlight(delivery, context.now()) &&
  html`<form class="inline-group" method="post" action="${here}">${csrfField(page)}
<button>${delivery.state === 'due' ? 'Deliver now' : 'Deliver again'}</button></form>`
}
${attempts.length === 0 && html`<p class="muted">No attempts yet.</p>`}
${attempts.map((attempt) => attemptShown(page, attempt))}`,
  });
}

const attemptShown = ({ context }: PageContext, attempt: Attempt): Html => html`<section>
<h2>Attempt ${attempt.number}</h2>
<p>${when(attempt.at, context.now())} · ${answerWords(attempt)}</p>
<details${attempt.response_excerpt !== null && html` open`}><summary>Response</summary>
${
  attempt.response_excerpt === null
    ? html`<p class="muted">No response.</p>`
    : html`<pre>${attempt.response_excerpt}</pre>`
}</details>
<details><summary>Request</summary>
<pre>${attempt.request_excerpt}</pre></details>
</section>`;
