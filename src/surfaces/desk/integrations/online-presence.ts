// Online presence: the keys with which programs draft, the webhook, the writer's website, and embeds.

import type { FastifyInstance } from 'fastify';
import { addressKey, limiter } from '../../../http/limits/rate-limits.ts';
import { listKeys, mintKey, revokeOwnKey } from '../../../operations/api-keys/api-keys.ts';
import { type Look, verifyWebsite } from '../../../operations/authors/website-verification.ts';
import type { Context } from '../../../operations/operation.ts';
import {
  deliverAgain,
  rotateSecret,
  sendTest,
  setWebhook,
  switchWebhook,
} from '../../../operations/webhooks/webhooks.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS, RATES } from '../../../schemas/limits.ts';
import { KEY_SCOPES } from '../../../schemas/vocabulary.ts';
import { choiceField, textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { deskPage, formTokenField } from '../shared/layout.ts';
import { actorOf, deskPlace, type Place, param, type Visit } from '../shared/page-context.ts';
import { deliveryPage } from './deliveries.ts';
import { embedSection } from './embeds.ts';
import { WEBHOOK_PAGE, webhookSection } from './webhooks.ts';
import { websiteSection } from './website-verification.ts';

type Key = Awaited<ReturnType<typeof listKeys>>[number];

const DAY_MS = 86_400_000;
const EXPIRIES = [
  ['', 'Never'],
  ['7', 'In a week'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const;

const SCOPE_WORDS: { [scope in (typeof KEY_SCOPES)[number]]: string } = {
  'pieces:write': 'Create drafts and list my pieces',
  'pieces:read': 'Only list my pieces',
};

export async function onlinePresence(scope: FastifyInstance, context: Context): Promise<void> {
  deskPlace(scope, context, '/desk/edit/online-presence', {
    access: 'writer',
    show: (visit) => presencePage(visit),
    take: async (visit) => {
      const { fields } = visit;
      const days = EXPIRIES.find(([value]) => value !== '' && value === fields['expires'])?.[0];
      const { key } = await mintKey(visit.context, actorOf(visit).accountId, {
        name: fields['name'] ?? '',
        scope: scopeFrom(fields['scope']),
        expiresAt: days ? new Date(visit.context.now().getTime() + Number(days) * DAY_MS) : null,
      });
      // Shown in this one answer; a redirect would have to keep it somewhere.
      return presencePage({ ...visit, fields: {} }, { newKey: key });
    },
  });
  deskPlace(scope, context, '/desk/edit/online-presence/revoke', {
    access: 'writer',
    show: (visit) => presencePage(visit),
    take: async (visit) => {
      await revokeOwnKey(visit.context, actorOf(visit), visit.fields['id'] ?? '');
      return { goTo: '/desk/edit/online-presence' };
    },
  });
  deskPlace(scope, context, '/desk/edit/online-presence/website', {
    access: 'writer',
    show: (visit) => presencePage(visit),
    take: async (visit) => {
      const looks = await verifyWebsite(visit.context, actorOf(visit));
      if (!looks.some(({ isProof }) => isProof)) return presencePage(visit, { looks });
      return { goTo: '/desk/edit/online-presence?website=verified#website' };
    },
    // Each try sends requests to somebody else's machine.
    limits: limiter(scope, context.config, RATES.websiteCheck, ({ ip }) => addressKey(ip)),
  });
  await webhookPlaces(scope, context);
}

const WEBHOOK_DONE = (done: string) => ({
  goTo: `/desk/edit/online-presence?webhook=${done}#webhook`,
});

async function webhookPlaces(scope: FastifyInstance, context: Context): Promise<void> {
  // Each look at an address, and each test, reaches out to somebody else's machine.
  const limits = limiter(scope, context.config, RATES.webhookTest, ({ ip }) => addressKey(ip));
  const place = (path: string, take: NonNullable<Place['take']>) =>
    deskPlace(scope, context, `${WEBHOOK_PAGE}${path}`, {
      access: 'writer',
      show: (visit) => presencePage(visit),
      take,
      limits,
    });
  place('', async (visit) => {
    const { secret } = await setWebhook(visit.context, actorOf(visit), visit.fields['url'] ?? '');
    if (secret === null) return WEBHOOK_DONE('saved');
    return presencePage({ ...visit, fields: {} }, { newSecret: secret });
  });
  place('/secret', async (visit) => {
    const newSecret = await rotateSecret(visit.context, actorOf(visit));
    return presencePage({ ...visit, fields: {} }, { newSecret });
  });
  for (const act of ['on', 'off'] as const) {
    place(`/${act}`, async (visit) => {
      await switchWebhook(visit.context, actorOf(visit), act === 'on');
      return WEBHOOK_DONE(act);
    });
  }
  place('/test', async (visit) => {
    const id = await sendTest(visit.context, actorOf(visit));
    return { goTo: `${WEBHOOK_PAGE}/deliveries/${id}` };
  });
  deskPlace(scope, context, `${WEBHOOK_PAGE}/deliveries/:id`, {
    access: 'writer',
    show: deliveryPage,
    take: async (visit) => {
      const id = param(visit, 'id');
      await deliverAgain(visit.context, actorOf(visit), id);
      return { goTo: `${WEBHOOK_PAGE}/deliveries/${id}` };
    },
    limits,
  });
}

/** What is none of the choices gives the least, not the most. */
const scopeFrom = (given: string | undefined) =>
  KEY_SCOPES.find((each) => each === given) ?? 'pieces:read';

interface News {
  newKey?: string;
  newSecret?: string;
  looks?: readonly Look[];
}

async function presencePage(
  visit: Visit,
  { newKey, newSecret, looks = [] }: News = {},
): Promise<Html> {
  const keys = await listKeys(visit.context, actorOf(visit));
  return deskPage(visit, {
    title: 'Online presence',
    here: 'Online presence',
    content: html`<h1>Online presence</h1>
<p class="standfirst">Where your writing meets other programs.</p>
<h2 id="keys">API keys</h2>
<p>With a key a program can leave drafts on your desk. No key can publish.</p>
${newKey && keyShown(visit, newKey)}
<form class="stack" method="post" action="/desk/edit/online-presence">${formTokenField(visit)}
<div class="fields">
${textField(visit, { name: 'name', label: 'Name', required: true, maxLength: LIMITS.keyName, hint: 'What uses it, such as research-agent.' })}
${choiceField(visit, { name: 'scope', label: 'May', options: KEY_SCOPES.map((each) => [each, SCOPE_WORDS[each]]) })}
${choiceField(visit, { name: 'expires', label: 'Expires', options: EXPIRIES })}
</div>
<div class="row"><button class="primary">Create key</button></div>
</form>
${keys.length > 0 && keyList(visit, keys)}
${await webhookSection(visit, newSecret ?? null)}
${await websiteSection(visit, looks)}
${embedSection(visit)}`,
  });
}

const keyShown = ({ context }: Visit, key: string) => html`<section class="notice" role="status">
<p><strong>This key will not be shown again.</strong></p>
<p class="secret">${key}</p>
<p>Try it:</p>
<pre>curl ${context.config.baseUrl}/api/v1/pieces \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"headline": "A first draft", "body_md": "Written by a program."}'</pre>
</section>`;

function keyList(visit: Visit, keys: Key[]): Html {
  const now = visit.context.now();
  return html`<ul class="contents keys">${keys.map(
    (
      key,
    ) => html`<li><h3>${key.name}</h3><div class="aside muted">${keyState(visit, key, now)}</div>
<p>${SCOPE_WORDS[key.scope]} · made ${when(key.created_at, now)} · ${key.last_used_at ? html`last used ${when(key.last_used_at, now)}` : 'never used'}</p></li>`,
  )}</ul>`;
}

function keyState(visit: Visit, key: Key, now: Date): Html {
  if (key.revoked_at) return html`Revoked ${when(key.revoked_at, now)}`;
  const isOver = key.expires_at !== null && key.expires_at <= now.toISOString();
  if (isOver && key.expires_at) return html`Expired ${when(key.expires_at, now)}`;
  return html`<form class="row" method="post" action="/desk/edit/online-presence/revoke">${formTokenField(visit)}
<input type="hidden" name="id" value="${key.id}">${key.expires_at && html`<span>Until ${when(key.expires_at, now)}</span>`}
<button class="plain" aria-label="Revoke ${key.name}">Revoke</button></form>`;
}
