// Passkeys, keys and previews that still work after a password change, with the choice to end them.

import {
  type AlsoEnded,
  REMAINING,
  remainingAccess,
} from '../../../operations/accounts/remaining-access.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { PageContext } from '../shared/page-context.ts';

const WORDS = {
  passkeys: { one: 'Remove your passkey', many: 'Remove your passkeys' },
  api_keys: { one: 'Revoke your API key', many: 'Revoke your API keys' },
  previews: { one: 'Revoke your preview link', many: 'Revoke your preview links' },
} as const;

const fieldOf = (what: string) => `end_${what}`;

export const alsoEnded = ({ fields }: PageContext): AlsoEnded =>
  new Set(REMAINING.filter((each) => fields[fieldOf(each)] === 'yes'));

/** Null if no passkey, key or preview would still work. */
export async function remainingChoices(page: PageContext, accountId: string): Promise<Html | null> {
  const counts = await remainingAccess(page.context, accountId);
  const there = REMAINING.filter((each) => counts[each] > 0);
  if (there.length === 0) return null;
  return html`<fieldset class="checks"><legend>When your password changes, also:</legend>
${there.map((each) => {
  const name = fieldOf(each);
  const words = counts[each] === 1 ? WORDS[each].one : `${WORDS[each].many} (${counts[each]})`;
  return html`<label><input type="checkbox" name="${name}" value="yes"${
    page.fields[name] === 'yes' && html` checked`
  }> ${words}</label>
`;
})}<p class="hint">Anything you don’t tick keeps working.</p></fieldset>`;
}
