// Passkey forms: one at sign-in, and one on the account page. A script shows them.

import { assetUrl } from '../../../http/pages/assets.ts';
import { listPasskeys } from '../../../operations/accounts/passkeys.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { PASSKEY_NAME_LENGTH } from '../../../schemas/passkeys.ts';
import { textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { csrfField } from '../shared/layout.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';
import { namedSite } from './passkeys.ts';

type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number];

export function passkeySignIn(page: PageContext, next: string): Html | null {
  return passkeyForm(
    page,
    'sign-in',
    next,
    html`<p class="or-divider">or</p>
<button>Sign in with a passkey</button>`,
  );
}

/** Another way to confirm the form with this id; null for a writer without passkeys. */
export async function passkeyProof(page: PageContext, formId: string): Promise<Html | null> {
  if ((await listPasskeys(page.context, actorOf(page))).length === 0) return null;
  return passkeyForm(
    page,
    'confirm',
    formId,
    html`<p class="or-divider">or, instead of your password</p>
<button>Confirm with a passkey</button>`,
  );
}

export async function passkeySection(page: PageContext): Promise<Html> {
  const passkeys = await listPasskeys(page.context, actorOf(page));
  const isEmpty = passkeys.length === 0;
  return html`<section data-passkeys${isEmpty && html` hidden`}>
<h2>Passkeys</h2>
<p>Sign in with your fingerprint, your face or a security key. Your password still works.</p>
${!isEmpty && html`<ul class="entry-list">${passkeys.map((passkey) => item(page, passkey))}</ul>`}
${addForm(page)}
</section>`;
}

function addForm(page: PageContext): Html | null {
  const blank = { ...page, fields: {}, problem: null };
  return passkeyForm(
    page,
    'add',
    '/desk/account?saved=yes',
    html`${textField(blank, {
      name: 'name',
      id: 'passkey-name',
      label: 'Name of the new passkey',
      required: true,
      maxLength: PASSKEY_NAME_LENGTH,
      hint: 'The device it’s on, such as “my phone”.',
    })}
<div class="inline-group"><button>Add a passkey</button></div>`,
  );
}

function item(page: PageContext, { id, name, created_at, last_used_at }: Passkey): Html {
  const now = page.context.now();
  const lastUsed = last_used_at ? html`last used ${when(last_used_at, now)}` : 'not used yet';
  return html`<li><div><strong>${name}</strong>
<p>Added ${when(created_at, now)} · ${lastUsed}</p></div>
<form class="entry-side" method="post" action="/desk/passkeys/remove">${csrfField(page)}
<input type="hidden" name="id" value="${id}">
<button class="link-button" aria-label="Remove ${name}">Remove</button></form></li>`;
}

/** Hidden until a script knows that the browser supports passkeys; null if passkeys can't work on this site. */
function passkeyForm(
  page: PageContext,
  deed: 'sign-in' | 'add' | 'confirm',
  next: string,
  content: Html,
) {
  if (!namedSite(page.request)) return null;
  return html`<form class="stack short-form" data-passkey="${deed}" data-next="${next}" hidden>${csrfField(page)}
${content}
<p class="notice problem" role="alert" hidden></p>
</form>
<script type="module" src="${assetUrl('passkeys.js')}"></script>`;
}
