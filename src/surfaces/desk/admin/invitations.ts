// Inviting writers: the form, the link that it shows once or e-mails, and the list of open invitations.

import { logOf } from '../../../http/log/request-log.ts';
import {
  invite,
  openInvitations,
  revokeInvitation,
} from '../../../operations/accounts/invitations.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { ACCOUNT_LIMITS } from '../../../schemas/accounts/account-limits.ts';
import { emailLimits } from '../account/sign-in-limits.ts';
import { choiceField, textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext } from '../shared/page-context.ts';
import { linkShown } from '../shared/shown-once.ts';

type Invitation = Awaited<ReturnType<typeof openInvitations>>[number];

const INVITE = '/desk/invite';

const ROLES = [
  ['writer', 'Writer: can write and publish their own pieces'],
  ['admin', 'Admin: can also invite, verify and suspend writers'],
] as const;

export function invitations(desk: Desk): void {
  desk.admin(INVITE, invitePage, takeInvitation, { limits: emailLimits(desk) });
  desk.admin(`${INVITE}/revoke`, invitePage, async (page) => {
    await revokeInvitation(page.context, actorOf(page), page.fields['id'] ?? '');
    return { goTo: '/desk/writers' };
  });
}

async function takeInvitation(page: PageContext): Promise<GoTo | Html> {
  // An unknown value of the field means the narrower role.
  const isAdmin = page.fields['role'] === 'admin';
  const { email = '' } = page.fields;
  const invited = await invite(page.context, actorOf(page), { isAdmin, email });
  const log = logOf(page.request);
  if ('send' in invited) {
    await invited.send().catch((error) => {
      log.error({ err: error.cause }, 'email could not be sent');
      throw error;
    });
  }
  log.info({ by: actorOf(page).slug, admin: isAdmin }, 'invitation made');
  if ('send' in invited) return { goTo: '/desk/writers?done=invited' };
  return invitePage({ ...page, fields: {} }, invited.url);
}

function invitePage(page: PageContext, url?: string): Html {
  const hasMail = page.context.config.smtpUrl !== null;
  return deskPage(page, {
    title: 'Invite a writer',
    here: 'Writers',
    narrow: true,
    content: html`${url && linkShown('Pass this link on now.', url, ONE_USE)}
<h1>${url ? 'Invite another writer' : 'Invite a writer'}</h1>
<p class="standfirst">They’ll get their own desk and a page for what they publish.</p>
<form class="stack" method="post" action="${INVITE}">${csrfField(page)}
${hasMail && emailOfInvited(page)}
${choiceField(page, { name: 'role', label: 'Role', options: ROLES })}
<div class="inline-group"><button class="primary">${hasMail ? 'Invite' : 'Create an invitation link'}</button>
<a href="/desk/writers">Back to the writers</a></div>
</form>`,
  });
}

const ONE_USE =
  `It creates one account and expires after ${ACCOUNT_LIMITS.invitationDays} days. ` +
  'Anyone who has it can use it, so send it privately to one person.';

const emailOfInvited = (page: PageContext) =>
  textField(page, {
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'off',
    maxLength: ACCOUNT_LIMITS.email,
    hint:
      `We’ll email them a link that works for ${ACCOUNT_LIMITS.invitationDays} days. ` +
      'Leave it empty to get a link that you pass on yourself.',
  });

export async function invitationSection(page: PageContext): Promise<Html | null> {
  const open = await openInvitations(page.context, actorOf(page));
  if (open.length === 0) return null;
  return html`<section class="group"><h2 id="invitations">Open invitations</h2>
<ul class="entry-list">${open.map((invitation) => item(page, invitation))}</ul></section>`;
}

function item(page: PageContext, invitation: Invitation): Html {
  const { id, email, is_admin, inviter_name, created_at, expires_at } = invitation;
  const now = page.context.now();
  const name = email ?? 'Invitation link';
  return html`<li><h3>${name}</h3>
<form class="entry-side" method="post" action="${INVITE}/revoke">${csrfField(page)}
<input type="hidden" name="id" value="${id}">
<button class="link-button" aria-label="Revoke: ${name}">Revoke</button></form>
<p>${is_admin === 1 ? 'Admin' : 'Writer'} · created by ${inviter_name}, ${when(created_at, now)} · expires
${when(expires_at, now)}</p></li>`;
}
