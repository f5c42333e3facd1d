// The webhook section of online presence: its address, its secret, its switch and what was sent.

import { listDeliveries, ownWebhook } from '../../../operations/webhooks/webhooks.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { formTokenField } from '../shared/layout.ts';
import { actorOf, query, type Visit } from '../shared/page-context.ts';
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
export async function webhookSection(visit: Visit, secret: string | null): Promise<Html> {
  const webhook = await ownWebhook(visit.context, actorOf(visit));
  const done = DONE[query(visit, 'webhook')];
  return html`<h2 id="webhook">Webhook</h2>
<p>Each new piece of yours is sent to this address when it is published, as JSON and signed. <a href="/developers#webhooks">How to receive it</a></p>
${done && !visit.problem && html`<p class="notice" role="status">${done}</p>`}
${secret && secretShown(secret)}
${webhook && standing(visit, webhook)}
${webhook && controls(visit, webhook)}
<form class="stack" method="post" action="${WEBHOOK_PAGE}#webhook">${formTokenField(visit)}
${textField(visit, { name: 'url', id: 'webhook-url', label: 'Address', type: 'url', value: webhook?.url, required: true, maxLength: LIMITS.address, hint: addressHint(visit) })}
<div class="row"><button>${webhook ? 'Save address' : 'Set webhook'}</button></div>
</form>
${webhook && (await log(visit, webhook.enabled === 1))}`;
}

const addressHint = ({ context }: Visit) =>
  context.config.baseUrl.startsWith('https:')
    ? 'Begins with https.'
    : 'Begins with https; http will do while the service is tried out on its own machine.';

const secretShown = (secret: string) => html`<section class="notice" role="status">
<p><strong>This secret will not be shown again.</strong></p>
<p class="secret">${secret}</p>
<p>Your receiver needs it to see that a request comes from here.</p>
</section>`;

function standing(visit: Visit, webhook: Webhook): Html {
  const now = visit.context.now();
  if (webhook.enabled === 0) {
    const reason = webhook.disabled_reason;
    return html`<p><span class="chip">Off</span></p>
${reason && html`<p class="notice problem">${OFF_WORDS[reason]} Mend it, then switch it on: what waits is sent then, with what you published meanwhile.</p>`}`;
  }
  const since = webhook.failing_since;
  return html`<p><span class="chip approved">On</span>${since && html` · your receiver has taken nothing since ${when(since, now)}`}</p>`;
}

function controls(visit: Visit, { enabled, previous_until }: Webhook): Html {
  const isOn = enabled === 1;
  const now = visit.context.now();
  const isRotating = previous_until !== null && previous_until > now.toISOString();
  return html`${isRotating && previous_until && html`<p class="muted">Until ${when(previous_until, now)} the secret before it signs as well.</p>`}
<div class="row webhook-controls">
${isOn && button(visit, 'test', 'Send test')}
${button(visit, isOn ? 'off' : 'on', isOn ? 'Switch off' : 'Switch on')}
${button(visit, 'secret', 'Replace secret')}
</div>`;
}

async function log(visit: Visit, isOn: boolean): Promise<Html> {
  const deliveries = await listDeliveries(visit.context, actorOf(visit));
  return html`<h3 id="deliveries">Deliveries</h3>
${deliveries.length === 0 ? html`<p class="muted">Nothing was sent yet.</p>` : deliveryList(visit, deliveries, isOn)}`;
}

const button = (visit: Visit, act: string, words: string) =>
  html`<form method="post" action="${WEBHOOK_PAGE}/${act}#webhook">${formTokenField(visit)}<button>${words}</button></form>`;

function deliveryList(visit: Visit, deliveries: Listed[], isOn: boolean): Html {
  const now = visit.context.now();
  return html`<ul class="contents deliveries">${deliveries.map(
    (
      each,
    ) => html`<li><h3><a href="${WEBHOOK_PAGE}/deliveries/${each.id}">${each.headline ?? EVENT_WORDS[each.event]}</a></h3>
<div class="aside muted">${stateChip(each.state)}</div>
<p>${when(each.created_at, now)} · ${timesWords(each.attempts)} · ${answerWords(each)} ${nextTry(visit, each, isOn)}</p></li>`,
  )}</ul>`;
}
