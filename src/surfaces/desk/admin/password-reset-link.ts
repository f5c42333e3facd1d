// Link that sets a new password for a writer who lost theirs; an admin confirms before it is created.

import { networkOf } from '../../../http/limits/client-address.ts';
import { logOf } from '../../../http/log/request-log.ts';
import { listedWriter } from '../../../operations/accounts/admin-actions.ts';
import { LINK_HOURS, makePasswordLink } from '../../../operations/accounts/password-reset.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { guessLimits } from '../account/sign-in-limits.ts';
import { textField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext, param } from '../shared/page-context.ts';
import { linkShown } from '../shared/shown-once.ts';

export function passwordLink(desk: Desk): void {
  desk.admin('/desk/writers/:slug/password', linkPage, takeLink, { limits: guessLimits(desk) });
}

async function takeLink(page: PageContext): Promise<GoTo | Html> {
  const slug = param(page, 'slug');
  const given = { slug, current: page.fields['current'] ?? '', network: networkOf(page.request) };
  const url = await makePasswordLink(page.context, actorOf(page), given);
  logOf(page.request).info({ by: actorOf(page).slug, writer: slug }, 'password link made');
  if (url === null) return { goTo: `/desk/writers/${encodeURIComponent(slug)}?done=link_sent` };
  return linkPage(page, url);
}

async function linkPage(page: PageContext, url?: string): Promise<Html> {
  const { name, slug } = await listedWriter(page.context, actorOf(page), param(page, 'slug'));
  const back = html`<a href="/desk/writers/${slug}">${url ? `Back to ${name}` : 'Cancel'}</a>`;
  return deskPage(page, {
    title: 'Password link',
    here: 'Writers',
    narrow: true,
    content: url
      ? html`${linkShown(`Pass this link on to ${name} now.`, url, ONE_USE)}
<h1>A new password for ${name}</h1>
<p>${back}</p>`
      : html`<h1>Create a password link for ${name}?</h1>
<p class="standfirst">${consequence(page)}</p>
<form class="stack" method="post">${csrfField(page)}
${textField(page, {
  name: 'current',
  label: 'Your own password',
  type: 'password',
  autocomplete: 'current-password',
  required: true,
  hint: 'To confirm that it’s you.',
})}
<div class="inline-group"><button class="primary">${hasMail(page) ? 'Email the link' : 'Create the link'}</button>
${back}</div>
</form>`,
  });
}

const hasMail = ({ context }: PageContext) => context.config.smtpUrl !== null;

const ONE_USE =
  `It works only once and expires after ${LINK_HOURS.byHand} hours. Anyone who has it can sign in to this ` +
  'account, so don’t give it to anyone else. Setting the new password signs them out everywhere.';

const consequence = (page: PageContext) =>
  hasMail(page)
    ? 'We’ll email it to them. It works only once and expires after an hour. Setting the new password signs them ' +
      'out everywhere.'
    : 'You’ll see the link once, so that you can pass it on. Until they use it, their old password keeps working.';
