// The webhook section of online presence: its address, its secret, its switch and what was sent.

import { listDeliveries, ownWebhook } from '../../../operations/webhooks/webhooks.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { csrfField } from '../shared/layout.ts';
import { actorOf, type PageContext, query } from '../shared/page-context.ts';
import {
  answerWords,
  EVENT_WORDS,
  nextTry,
  OFF_WORDS,
  stateChip,
  timesWords,
} from './delivery-labels.ts';

type Webhook = NonNullable<Awaited<ReturnType<typeof ownWebhook>>>;
type Listed = Awaited<ReturnType<typeof listDeliveries>>[number];

export const WEBHOOK_PAGE = '/desk/edit/online-presence/webhook';

const DONE: { readonly [done: string]: string } = {
  saved: 'The address is saved.',
  on: 'The webhook is on.',
  off: 'The webhook is off.',
};

/** `secret` is one that has just been made. */
export async function webhookSection(page: PageContext, secret: string | null): Promise<Html> {
  const webhook = await ownWebhook(page.context, actorOf(page));
  const done = DONE[query(page, 'webhook')];
  return html`<h2 id="webhook">Webhook</h2>
<p>Each new piece of yours is sent to this address when it is published, as JSON and signed. <a href="/developers#webhooks">How to receive it</a></p>
${done && !page.problem && html`<p class="notice" role="status">${done}</p>`}
${secret && secretShown(secret)}
${webhook && standing(page, webhook)}
${webhook && controls(page, webhook)}
<form class="stack" method="post" action="${WEBHOOK_PAGE}#webhook">${csrfField(page)}
${textField(page, { name: 'url', id: 'webhook-url', label: 'Address', type: 'url', value: webhook?.url, required: true, maxLength: LIMITS.address, hint: addressHint(page) })}
<div class="inline-group"><button>${webhook ? 'Save address' : 'Set webhook'}</button></div>
</form>
${webhook && (await log(page, webhook.enabled === 1))}`;
}

const addressHint = ({ context }: PageContext) =>
  context.config.baseUrl.startsWith('https:')
    ? 'Begins with https.'
    : 'Begins with https; http will do while the service is tried out on its own machine.';

const secretShown = (secret: string) => html`<section class="notice" role="status">
<p><strong>This secret will not be shown again.</strong></p>
<p class="secret">${secret}</p>
<p>Your receiver needs it to see that a request comes from here.</p>
</section>`;

function standing(page: PageContext, webhook: Webhook): Html {
  const now = page.context.now();
  if (webhook.enabled === 0) {
    const reason = webhook.disabled_reason;
    return html`<p><span class="chip">Off</span></p>
${reason && html`<p class="notice problem">${OFF_WORDS[reason]} Mend it, then switch it on: what waits is sent then, with what you published meanwhile.</p>`}`;
  }
  const since = webhook.failing_since;
  return html`<p><span class="chip approved">On</span>${since && html` · your receiver has taken nothing since ${when(since, now)}`}</p>`;
}

function controls(page: PageContext, { enabled, previous_until }: Webhook): Html {
  const isOn = enabled === 1;
  const now = page.context.now();
  const isRotating = previous_until !== null && previous_until > now.toISOString();
  return html`${isRotating && previous_until && html`<p class="muted">Until ${when(previous_until, now)} the secret before it signs as well.</p>`}
<div class="inline-group webhook-controls">
${isOn && button(page, 'test', 'Send test')}
${button(page, isOn ? 'off' : 'on', isOn ? 'Switch off' : 'Switch on')}
${button(page, 'secret', 'Replace secret')}
</div>`;
}

async function log(page: PageContext, isOn: boolean): Promise<Html> {
  const deliveries = await listDeliveries(page.context, actorOf(page));
  return html`<h3 id="deliveries">Deliveries</h3>
${deliveries.length === 0 ? html`<p class="muted">Nothing was sent yet.</p>` : deliveryList(page, deliveries, isOn)}`;
}

const button = (page: PageContext, act: string, words: string) =>
  html`<form method="post" action="${WEBHOOK_PAGE}/${act}#webhook">${csrfField(page)}<button>${words}</button></form>`;

function deliveryList(page: PageContext, deliveries: Listed[], isOn: boolean): Html {
  const now = page.context.now();
  return html`<ul class="entry-list deliveries">${deliveries.map(
    (
      each,
    ) => html`<li><h3><a href="${WEBHOOK_PAGE}/deliveries/${each.id}">${each.headline ?? EVENT_WORDS[each.event]}</a></h3>
<div class="entry-side muted">${stateChip(each.state)}</div>
<p>${when(each.created_at, now)} · ${timesWords(each.attempts)} · ${answerWords(each)} ${nextTry(page, each, isOn)}</p></li>`,
  )}</ul>`;
}
