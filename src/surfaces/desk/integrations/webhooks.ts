// Webhook section of the online presence page: URL, secret, on and off, test, and the list of deliveries.

import type { Limit } from '../../../http/limits/rate-limits.ts';
import { listDeliveries } from '../../../operations/webhooks/deliveries.ts';
import {
  acceptedUrls,
  chooseEvents,
  chosenEvents,
  ownWebhook,
  rotateSecret,
  sendTest,
  setWebhook,
  switchWebhook,
} from '../../../operations/webhooks/webhooks.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { URL_LENGTH } from '../../../schemas/text.ts';
import { CHOSEN_EVENTS, type ChosenEvent } from '../../../schemas/vocabulary.ts';
import { copyRow } from '../shared/copy-row.ts';
import { textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { csrfField } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, type Post, query } from '../shared/page-context.ts';
import {
  answerWords,
  EVENT_WORDS,
  nextTry,
  OFF_WORDS,
  stateChip,
  timesWords,
} from './delivery-labels.ts';
import type { PresencePage } from './one-time-notice.ts';

type Webhook = NonNullable<Awaited<ReturnType<typeof ownWebhook>>>;
type Listed = Awaited<ReturnType<typeof listDeliveries>>[number];

export const WEBHOOK_PAGE = '/desk/edit/online-presence/webhook';

const DONE: { readonly [done: string]: string } = {
  saved: 'The URL was saved.',
  on: 'The webhook is on.',
  off: 'The webhook is off.',
  events: 'The events were saved.',
};

export function webhookRoutes(
  desk: Desk,
  presencePage: PresencePage,
  limits: readonly Limit[],
): void {
  const webhookRoute = (path: string, post: Post) =>
    desk.writer(`${WEBHOOK_PAGE}${path}`, presencePage, post, { limits });
  webhookRoute('', async (page) => {
    const { secret } = await setWebhook(page.context, actorOf(page), page.fields['url'] ?? '');
    if (secret === null) return WEBHOOK_DONE('saved');
    return presencePage({ ...page, fields: {} }, { newSecret: secret });
  });
  webhookRoute('/events', async (page) => {
    const chosen = CHOSEN_EVENTS.filter((event) => page.fields[event] !== undefined);
    await chooseEvents(page.context, actorOf(page), chosen);
    return WEBHOOK_DONE('events');
  });
  webhookRoute('/secret', async (page) => {
    const newSecret = await rotateSecret(page.context, actorOf(page));
    return presencePage({ ...page, fields: {} }, { newSecret });
  });
  for (const act of ['on', 'off'] as const) {
    webhookRoute(`/${act}`, async (page) => {
      await switchWebhook(page.context, actorOf(page), act === 'on');
      return WEBHOOK_DONE(act);
    });
  }
  webhookRoute('/test', async (page) => {
    const id = await sendTest(page.context, actorOf(page));
    return { goTo: `${WEBHOOK_PAGE}/deliveries/${id}` };
  });
}

const WEBHOOK_DONE = (done: string) => ({
  goTo: `/desk/edit/online-presence?webhook=${done}#webhook`,
});

export async function webhookSection(page: PageContext, secret: string | null): Promise<Html> {
  const webhook = await ownWebhook(page.context, actorOf(page));
  const done = DONE[query(page, 'webhook')];
  return html`<section class="group"><h3 id="webhook">Webhook</h3>
${done && !page.problem && html`<p class="notice" role="status">${done}</p>`}
${secret && secretShown(secret)}
<p>When you publish a new piece, we send it to this URL as signed JSON.
<a href="/developers#webhooks">How to receive it</a></p>
${webhook && standing(page, webhook)}
${webhook && controls(page, webhook)}
<form class="stack" method="post" action="${WEBHOOK_PAGE}#webhook">${csrfField(page)}
${textField(page, {
  name: 'url',
  id: 'webhook-url',
  label: 'URL',
  type: 'url',
  value: webhook?.url,
  required: true,
  maxLength: URL_LENGTH,
  hint: urlHint(page),
})}
<div class="inline-group"><button>${webhook ? 'Save URL' : 'Set webhook'}</button></div>
</form>
${webhook && eventForm(page, webhook)}
${webhook && (await log(page, webhook.enabled === 1))}</section>`;
}

const CHOICES: { readonly [event in ChosenEvent]: string } = {
  'note.added': 'When you add a note to a piece',
  'revision.requested': 'When you ask the machine to revise a piece',
  'proposal.answered': 'When you take or decline changes of a proposal',
};

function eventForm(page: PageContext, webhook: Webhook): Html {
  const chosen = chosenEvents(webhook);
  return html`<form class="stack" method="post" action="${WEBHOOK_PAGE}/events#webhook">${csrfField(page)}
<fieldset><legend>Also send</legend>
${CHOSEN_EVENTS.map(
  (event) => html`<p><label class="choice"><input type="checkbox" name="${event}" value="yes"${
    chosen.includes(event) && html` checked`
  }> ${CHOICES[event]} <code>${event}</code></label></p>
`,
)}</fieldset>
<div class="inline-group"><button>Save events</button></div></form>`;
}

/** The hint names the URLs that the guard of outbound requests accepts. */
function urlHint({ context }: PageContext): string {
  const { http, thisMachine, privateNetworks } = acceptedUrls(context);
  const others = [
    thisMachine && 'this machine',
    privateNetworks && 'networks that the operator allows',
  ].filter((each) => each !== false);
  const except = others.length > 0 ? `, except for ${others.join(' and ')}` : '';
  return (
    `Must start with https://.${http ? ' While this service runs on localhost, http works too.' : ''} ` +
    `Private and reserved IP addresses are refused${except}. The URL can’t contain a user name or password. ` +
    'Redirects aren’t followed.'
  );
}

const secretShown = (secret: string) => html`<section class="notice" role="status">
<p><strong>Copy this secret now. It will not be shown again.</strong></p>
<p class="secret" id="new-secret">${secret}</p>
${copyRow('new-secret', 'Copy secret')}
<p>Your server uses it to verify that requests come from us.</p>
</section>`;

function standing(page: PageContext, webhook: Webhook): Html {
  const now = page.context.now();
  if (webhook.enabled === 0) {
    const reason = webhook.disabled_reason;
    return html`<p><span class="chip">Off</span></p>
${reason && html`<p class="notice problem">${OFF_WORDS[reason]} ${TURN_ON_AGAIN}</p>`}`;
  }
  const since = webhook.failing_since;
  return html`<p><span class="chip approved">On</span>${since && html` · failing since ${when(since, now)}`}</p>`;
}

const TURN_ON_AGAIN =
  'Fix your server, then turn the webhook on: we’ll send what is pending and what you’ve published in the meantime.';

function controls(page: PageContext, { enabled, previous_until }: Webhook): Html {
  const isOn = enabled === 1;
  const now = page.context.now();
  const isRotating = previous_until !== null && previous_until > now.toISOString();
  return html`${isRotating && previous_until && stillSigning(when(previous_until, now))}
<div class="inline-group webhook-controls">
${isOn && button(page, 'test', 'Send test')}
${button(page, isOn ? 'off' : 'on', isOn ? 'Turn off' : 'Turn on')}
${button(page, 'secret', 'Replace secret')}
</div>`;
}

const stillSigning = (until: Html) =>
  html`<p class="muted">Deliveries are also signed with the previous secret until ${until}.</p>`;

async function log(page: PageContext, isOn: boolean): Promise<Html> {
  const deliveries = await listDeliveries(page.context, actorOf(page));
  return html`<h4 id="deliveries">Deliveries</h4>
${deliveries.length === 0 ? NO_DELIVERIES : deliveryList(page, deliveries, isOn)}`;
}

const NO_DELIVERIES = html`<p class="muted">No deliveries yet.</p>`;

const button = (page: PageContext, act: string, words: string) =>
  html`<form method="post" action="${WEBHOOK_PAGE}/${act}#webhook">${csrfField(page)}
<button>${words}</button></form>`;

function deliveryList(page: PageContext, deliveries: Listed[], isOn: boolean): Html {
  const now = page.context.now();
  return html`<ul class="entry-list">${deliveries.map((each) => {
    const title = each.headline ?? EVENT_WORDS[each.event];
    return html`<li><h5><a href="${WEBHOOK_PAGE}/deliveries/${each.id}">${title}</a></h5>
<div class="entry-side muted">${stateChip(each.state)}</div>
<p>${when(each.created_at, now)} · ${timesWords(each.attempts)} · ${answerWords(each)}
${nextTry(page, each, isOn)}</p></li>`;
  })}</ul>`;
}
