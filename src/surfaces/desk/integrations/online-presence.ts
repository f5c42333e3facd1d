// Online presence: the keys with which programs draft, the webhook, the writer's website, and embeds.

import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../../http/limits/client-address.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
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
import { csrfField, deskPage } from '../shared/layout.ts';
import {
  actorOf,
  type DeskRoute,
  deskRoute,
  type PageContext,
  param,
} from '../shared/page-context.ts';
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
  deskRoute(scope, context, '/desk/edit/online-presence', {
    access: 'writer',
    get: (page) => presencePage(page),
    post: async (page) => {
      const { fields } = page;
      const days = EXPIRIES.find(([value]) => value !== '' && value === fields['expires'])?.[0];
      const { key } = await mintKey(page.context, actorOf(page).accountId, {
        name: fields['name'] ?? '',
        scope: scopeFrom(fields['scope']),
        expiresAt: days ? new Date(page.context.now().getTime() + Number(days) * DAY_MS) : null,
      });
      // Shown in this response only; a redirect would have to store it.
      return presencePage({ ...page, fields: {} }, { newKey: key });
    },
  });
  deskRoute(scope, context, '/desk/edit/online-presence/revoke', {
    access: 'writer',
    get: (page) => presencePage(page),
    post: async (page) => {
      await revokeOwnKey(page.context, actorOf(page), page.fields['id'] ?? '');
      return { goTo: '/desk/edit/online-presence' };
    },
  });
  deskRoute(scope, context, '/desk/edit/online-presence/website', {
    access: 'writer',
    get: (page) => presencePage(page),
    post: async (page) => {
      const looks = await verifyWebsite(page.context, actorOf(page));
      if (!looks.some(({ isProof }) => isProof)) return presencePage(page, { looks });
      return { goTo: '/desk/edit/online-presence?website=verified#website' };
    },
    // Each attempt sends requests to someone else's server.
    limits: limiter(scope, context.config, RATES.websiteCheck, networkOf),
  });
  await webhookPlaces(scope, context);
}

const WEBHOOK_DONE = (done: string) => ({
  goTo: `/desk/edit/online-presence?webhook=${done}#webhook`,
});

async function webhookPlaces(scope: FastifyInstance, context: Context): Promise<void> {
  // Each check of a URL, and each test, sends requests to someone else's server.
  const limits = limiter(scope, context.config, RATES.webhookTest, networkOf);
  const place = (path: string, post: NonNullable<DeskRoute['post']>) =>
    deskRoute(scope, context, `${WEBHOOK_PAGE}${path}`, {
      access: 'writer',
      get: (page) => presencePage(page),
      post,
      limits,
    });
  place('', async (page) => {
    const { secret } = await setWebhook(page.context, actorOf(page), page.fields['url'] ?? '');
    if (secret === null) return WEBHOOK_DONE('saved');
    return presencePage({ ...page, fields: {} }, { newSecret: secret });
  });
  place('/secret', async (page) => {
    const newSecret = await rotateSecret(page.context, actorOf(page));
    return presencePage({ ...page, fields: {} }, { newSecret });
  });
  for (const act of ['on', 'off'] as const) {
    place(`/${act}`, async (page) => {
      await switchWebhook(page.context, actorOf(page), act === 'on');
      return WEBHOOK_DONE(act);
    });
  }
  place('/test', async (page) => {
    const id = await sendTest(page.context, actorOf(page));
    return { goTo: `${WEBHOOK_PAGE}/deliveries/${id}` };
  });
  deskRoute(scope, context, `${WEBHOOK_PAGE}/deliveries/:id`, {
    access: 'writer',
    get: deliveryPage,
    post: async (page) => {
      const id = param(page, 'id');
      await deliverAgain(page.context, actorOf(page), id);
      return { goTo: `${WEBHOOK_PAGE}/deliveries/${id}` };
    },
    limits,
  });
}

/** Anything unknown gets the narrowest scope. */
const scopeFrom = (given: string | undefined) =>
  KEY_SCOPES.find((each) => each === given) ?? 'pieces:read';

interface News {
  newKey?: string;
  newSecret?: string;
  looks?: readonly Look[];
}

async function presencePage(
  page: PageContext,
  { newKey, newSecret, looks = [] }: News = {},
): Promise<Html> {
  const keys = await listKeys(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Online presence',
    here: 'Online presence',
    content: html`<h1>Online presence</h1>
<p class="standfirst">Connect your writing to other programs and sites.</p>
<h2 id="keys">API keys</h2>
<p>With a key, a program can create drafts at your desk. No key can publish.</p>
${newKey && keyShown(page, newKey)}
<form class="stack" method="post" action="/desk/edit/online-presence">${csrfField(page)}
<div class="field-grid">
${textField(page, {
  name: 'name',
  label: 'Name',
  required: true,
  maxLength: LIMITS.keyName,
  hint: 'The program that uses it, such as research-agent.',
})}
${choiceField(page, {
  name: 'scope',
  label: 'Scope',
  options: KEY_SCOPES.map((each) => [each, SCOPE_WORDS[each]]),
})}
${choiceField(page, { name: 'expires', label: 'Expires', options: EXPIRIES })}
</div>
<div class="inline-group"><button class="primary">Create key</button></div>
</form>
${keys.length > 0 && keyList(page, keys)}
${await webhookSection(page, newSecret ?? null)}
${await websiteSection(page, looks)}
${embedSection(page)}`,
  });
}

const keyShown = (
  { context }: PageContext,
  key: string,
) => html`<section class="notice" role="status">
<p><strong>Copy this key now. It will not be shown again.</strong></p>
<p class="secret">${key}</p>
<p>Try it:</p>
<pre>curl ${context.config.baseUrl}/api/v1/pieces \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"headline": "A first draft", "body_md": "Written by a program."}'</pre>
</section>`;

function keyList(page: PageContext, keys: Key[]): Html {
  const now = page.context.now();
  return html`<ul class="entry-list keys">${keys.map(
    (
      key,
    ) => html`<li><h3>${key.name}</h3><div class="entry-side muted">${keyState(page, key, now)}</div>
<p>${SCOPE_WORDS[key.scope]} · created ${when(key.created_at, now)} · ${lastUse(key, now)}</p></li>`,
  )}</ul>`;
}

const lastUse = ({ last_used_at }: Key, now: Date) =>
  last_used_at ? html`last used ${when(last_used_at, now)}` : 'never used';

function keyState(page: PageContext, key: Key, now: Date): Html {
  if (key.revoked_at) return html`Revoked ${when(key.revoked_at, now)}`;
  const isOver = key.expires_at !== null && key.expires_at <= now.toISOString();
  if (isOver && key.expires_at) return html`Expired ${when(key.expires_at, now)}`;
  return html`<form class="inline-group" method="post" action="/desk/edit/online-presence/revoke">${csrfField(page)}
<input type="hidden" name="id" value="${key.id}">
${key.expires_at && html`<span>Expires ${when(key.expires_at, now)}</span>`}
<button class="link-button" aria-label="Revoke ${key.name}">Revoke</button></form>`;
}
