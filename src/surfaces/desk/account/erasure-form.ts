// The form that asks for an account to be erased: what happens to everything, and the choice about pieces.

import { networkOf } from '../../../http/limits/client-address.ts';
import type { ErasureChoice } from '../../../operations/erasure/ask-erasure.ts';
import type { ErasurePlan } from '../../../operations/erasure/erasure-plan.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { ACCOUNT_LIMITS } from '../../../schemas/accounts/account-limits.ts';
import { AUTHOR_LIMITS } from '../../../schemas/accounts/author-limits.ts';
import { errorFor, textField } from '../shared/form-fields.ts';
import { csrfField } from '../shared/layout.ts';
import type { PageContext } from '../shared/page-context.ts';
import { passkeyProof } from './passkey-forms.ts';

const FORM = 'delete-account';

/** Whose account it is, in the words of the page. */
export interface Whose {
  readonly isOwn: boolean;
  readonly name: string;
  readonly back: string;
}

/** A writer with nothing in public is not asked what is to become of it. */
export const choiceIn = ({ fields }: PageContext): ErasureChoice => ({
  pieces: fields['pieces'] ?? 'erase',
  keep_as: fields['keep_as'],
});

export const presenceIn = ({ fields, request }: PageContext) => ({
  current: fields['current'] ?? '',
  proof: fields['proof'] ?? '',
  network: networkOf(request),
});

export async function erasureForm(page: PageContext, plan: ErasurePlan, whose: Whose) {
  return html`<form class="stack" method="post" id="${FORM}">${csrfField(page)}
${plan.publicPieces > 0 && piecesChoice(page, plan, whose)}
${consequences(plan, whose)}
${textField(page, {
  name: 'current',
  label: whose.isOwn ? 'Password' : 'Your own password',
  type: 'password',
  autocomplete: 'current-password',
  required: true,
})}
<div class="inline-group"><button class="confirm">${
    whose.isOwn ? 'Delete my account' : 'Delete this account'
  } in ${ACCOUNT_LIMITS.erasureDays} days</button><a href="${whose.back}">Cancel</a></div>
</form>
${await passkeyProof(page, FORM)}`;
}

function piecesChoice(page: PageContext, { publicPieces, asked }: ErasurePlan, whose: Whose): Html {
  const chosen = page.fields['pieces'] ?? asked?.pieces;
  const error = errorFor(page, 'pieces');
  const radio = (value: string, label: Html | string) => html`<label>
<input type="radio" name="pieces" value="${value}" required${value === chosen && html` checked`}>
<span>${label}</span></label>`;
  return html`<fieldset class="checks"><legend>${
    publicPieces === 1 ? 'The public piece' : `The ${publicPieces} public pieces`
  }</legend>
${error && html`<p class="error">${error}</p>`}
${radio('keep', 'Keep in public, under another name')}
${radio('erase', 'Unpublish and delete')}
</fieldset>
${textField(page, {
  name: 'keep_as',
  label: 'Name to keep them under',
  value: page.fields['keep_as'] ?? asked?.keep_as,
  maxLength: AUTHOR_LIMITS.name,
  hint: html`Only if they stay, such as “A former contributor”. Their URLs change, because ${
    whose.isOwn ? 'your' : 'the'
  } slug is in them; old links will answer “404 Not Found”.`,
})}`;
}

const plural = (count: number, one: string, many: string) =>
  count === 1 ? one : many.replace('#', String(count));

function consequences(plan: ErasurePlan, { isOwn }: Whose): Html {
  const { scheduled, keys, apps, hasWebhook } = plan;
  const access = [
    ...(keys > 0 ? [plural(keys, '1 API key', '# API keys')] : []),
    ...(apps > 0 ? [plural(apps, '1 connected app', '# connected apps')] : []),
    ...(hasWebhook ? ['the webhook'] : []),
  ];
  const your = isOwn ? 'your' : 'their';
  return html`<dl class="consequences">
<dt>Now</dt>
<dd>${
    scheduled > 0
      ? plural(
          scheduled,
          'The scheduled publication is cancelled.',
          '# scheduled publications are cancelled.',
        )
      : 'Nothing changes for readers.'
  } ${isOwn ? 'You' : 'They'} can still sign in, write, download everything, and keep the account.${
    access.length > 0 && ` ${listed(access)} ${verb(access, plan)} working until the day.`
  }</dd>
<dt>In ${ACCOUNT_LIMITS.erasureDays} days</dt>
<dd>We delete ${your} name, email address, profile, sessions, passkeys, ${
    access.length > 0 && 'keys, apps, webhook, '
  }drafts, trash, notes, proposals, private links, shop, and images that nothing else shows.
Nobody else ever gets ${your} slug.</dd>
<dt>What stays</dt>
<dd>Of each piece’s record, hashes and signatures, without a word or a name. On other writers’ pieces, ${your}
notes under ${isOwn ? 'the name that you choose' : 'the chosen name'} or “a former member”.</dd>
<dt>What we can’t reach</dt>
<dd>Copies that others have: search engines, archives, feed readers. Backups have it until they’re replaced; one
that is restored is erased again.</dd>
</dl>`;
}

const listed = (words: readonly string[]) => {
  const [first = '', ...others] = words;
  const last = others.pop();
  const text = last === undefined ? first : `${[first, ...others].join(', ')} and ${last}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const verb = (words: readonly string[], { keys, apps }: ErasurePlan) =>
  words.length === 1 && keys + apps <= 1 ? 'keeps' : 'keep';
