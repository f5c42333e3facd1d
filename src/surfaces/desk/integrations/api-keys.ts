// API keys section of the online presence page: creates a key, which is shown once; lists keys; revokes them.

import {
  createKeyForAccount,
  listKeys,
  revokeOwnKey,
} from '../../../operations/api-keys/api-keys.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { KEY_NAME_LENGTH } from '../../../schemas/keys.ts';
import { KEY_SCOPES } from '../../../schemas/vocabulary.ts';
import { copyRow } from '../shared/copy-row.ts';
import { choiceField, textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { csrfField } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext } from '../shared/page-context.ts';
import type { PresencePage } from './one-time-notice.ts';

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
  'pieces:write': 'Create drafts and read my pieces',
  'pieces:read': 'Only read my pieces',
};

export function keyRoutes(desk: Desk, presencePage: PresencePage): void {
  desk.writer('/desk/edit/online-presence', presencePage, async (page) => {
    const { fields } = page;
    const days = EXPIRIES.find(([value]) => value !== '' && value === fields['expires'])?.[0];
    const { key } = await createKeyForAccount(page.context, actorOf(page).accountId, {
      name: fields['name'] ?? '',
      scope: scopeFrom(fields['scope']),
      expiresAt: days ? new Date(page.context.now().getTime() + Number(days) * DAY_MS) : null,
    });
    // The key is shown only in this response, because a redirect would have to store it.
    return presencePage({ ...page, fields: {} }, { newKey: key });
  });
  desk.writer('/desk/edit/online-presence/revoke', presencePage, async (page) => {
    await revokeOwnKey(page.context, actorOf(page), page.fields['id'] ?? '');
    return { goTo: '/desk/edit/online-presence' };
  });
}

/** An unknown value of the field means the narrowest scope. */
const scopeFrom = (given: string | undefined) =>
  KEY_SCOPES.find((each) => each === given) ?? 'pieces:read';

/** `newKey` is a key that was created just now, or null. */
export async function keySection(page: PageContext, newKey: string | null): Promise<Html> {
  const keys = await listKeys(page.context, actorOf(page));
  return html`<section class="group"><h3 id="keys">API keys</h3>
${newKey && keyShown(page, newKey)}
<p>With a key, a program can read your pieces, including drafts, and your notes on them. Unless the key is only for
reading, the program can also create drafts, revise them and reply to your notes. No key can publish.</p>
<form class="stack" method="post" action="/desk/edit/online-presence">${csrfField(page)}
<div class="field-grid">
${textField(page, {
  name: 'name',
  label: 'Name',
  required: true,
  maxLength: KEY_NAME_LENGTH,
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
${keys.length > 0 && keyList(page, keys)}</section>`;
}

const keyShown = (
  { context }: PageContext,
  key: string,
) => html`<section class="notice" role="status">
<p><strong>Copy this key now. It will not be shown again.</strong></p>
<p class="secret" id="new-key">${key}</p>
${copyRow('new-key', 'Copy key')}
<p>Try it:</p>
<pre id="new-key-try">curl ${context.config.baseUrl}/api/v1/pieces \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"headline": "A first draft", "body_md": "Written by a program."}'</pre>
${copyRow('new-key-try', 'Copy command')}
</section>`;

function keyList(page: PageContext, keys: Key[]): Html {
  const now = page.context.now();
  return html`<ul class="entry-list keys">${keys.map(
    (
      key,
    ) => html`<li><h4>${key.name}</h4><div class="entry-side muted">${keyState(page, key, now)}</div>
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
