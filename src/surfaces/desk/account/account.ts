// The account: password, e-mail address, sessions.

import { Problem } from '../../../errors.ts';
import { networkOf } from '../../../http/limits/client-address.ts';
import { setSessionCookie } from '../../../http/pages/session-cookie.ts';
import { changePassword, ownAccount } from '../../../operations/accounts/accounts.ts';
import {
  changeEmail,
  confirmEmailChange,
  emailInLink,
} from '../../../operations/accounts/email-change.ts';
import { listSessions } from '../../../operations/accounts/sessions.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { ACCOUNT_LIMITS } from '../../../schemas/accounts/account-limits.ts';
import { textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext, query } from '../shared/page-context.ts';
import type { SendLater } from './account-emails.ts';
import { browserName } from './browser-names.ts';
import { passkeySection } from './passkey-forms.ts';
import { alsoEnded, remainingChoices } from './remaining-access.ts';
import { emailLimits, guessLimits } from './sign-in-limits.ts';

export function account(desk: Desk, sendLater: SendLater): void {
  desk.writer('/desk/account', accountPage, (page) => takeChange(page, sendLater), {
    limits: [...guessLimits(desk), ...emailLimits(desk)],
  });
  desk.writer(
    '/desk/account/email',
    confirmEmailPage,
    async (page) => {
      await confirmEmailChange(page.context, actorOf(page), query(page, 'token'));
      return { goTo: '/desk/account?saved=yes' };
    },
    { limits: guessLimits(desk) },
  );
}

async function takeChange(page: PageContext, sendLater: SendLater): Promise<GoTo> {
  const { current = '', password = '', email = '', change } = page.fields;
  const network = networkOf(page.request);
  if (change === 'password') {
    const given = { current, password, network };
    const token = await changePassword(page.context, actorOf(page), given, alsoEnded(page));
    setSessionCookie(page.context.config, page.reply, token);
    return { goTo: '/desk/account?saved=yes' };
  }
  if (change !== 'email') throw new Problem('bad_request');
  const send = await changeEmail(page.context, actorOf(page), { current, email, network });
  if (!send) return { goTo: '/desk/account?saved=yes' };
  sendLater(page, send);
  return { goTo: '/desk/account?sent=yes' };
}

async function confirmEmailPage(page: PageContext): Promise<Html> {
  const email = await emailInLink(page.context, actorOf(page), query(page, 'token'));
  return deskPage(page, {
    title: 'Change your email address',
    narrow: true,
    content: email ? confirmEmailForm(page, email) : EMAIL_LINK_EXPIRED,
  });
}

const confirmEmailForm = (
  page: PageContext,
  email: string,
) => html`<h1>Change your email address?</h1>
<p class="standfirst">You’ll sign in with ${email}.</p>
<form class="inline-group" method="post">${csrfField(page)}
<button class="primary">Change email address</button><a href="/desk/account">Cancel</a></form>`;

const EMAIL_LINK_EXPIRED = html`<h1>This link has expired or was already used</h1>
<p class="standfirst">A link works only once, within a day, and only for the account that asked for it.
<a href="/desk/account">Go to your account</a>.</p>`;

/** Message that is also true if another account has the e-mail address; its owner gets a notice instead of a link. */
const LINK_SENT =
  'We’ve sent an email to the new address. If no other account uses it, open the link in the email to finish the ' +
  'change.';

async function accountPage(page: PageContext): Promise<Html> {
  const { email } = await ownAccount(page.context, actorOf(page));
  const choices = await remainingChoices(page, actorOf(page).accountId);
  return deskPage(page, {
    title: 'Account',
    here: 'Account',
    done:
      doneWords(page, { kept: 'Your account stays.' }) ||
      (query(page, 'saved') && 'Saved.') ||
      (query(page, 'sent') && LINK_SENT),
    content: html`<h1>Account</h1>
<div class="field-grid">
${changeForm(
  page,
  'password',
  (shown) => html`${currentPassword(shown, 'password-current')}
${textField(shown, {
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: `At least ${ACCOUNT_LIMITS.password.min} characters. We’ll sign you out everywhere else.`,
})}
${choices}`,
)}
${changeForm(
  page,
  'email',
  (shown) => html`${textField(shown, {
    name: 'email',
    label: 'Email',
    type: 'email',
    value: email,
    autocomplete: 'email',
  })}
${currentPassword(shown, 'email-current')}`,
)}
</div>
${await passkeySection(page)}
${await sessions(page)}
${YOUR_WRITING}
${actorErasure(page)}`,
  });
}

const YOUR_WRITING = html`<h2>Your writing</h2>
<p>Download every piece with its versions, history and images, as Markdown files in a ZIP.</p>
<p><a class="button" href="/desk/download" download>Download my writing</a></p>`;

const actorErasure = ({ me }: PageContext) => html`<h2>Delete my account</h2>
<p>${
  me?.erasureDueAt
    ? 'You’ve asked for it. Until the day, you can change what happens to your pieces, or keep your account.'
    : 'Choose what happens to your pieces. You can change your mind for two weeks.'
}</p>
<p><a class="button" href="/desk/account/delete">Delete my account…</a></p>`;

const FORM_TITLES = { password: 'Password', email: 'Email' } as const;

/** The page has two forms, and errors are shown only at the one that was sent. */
function changeForm(
  page: PageContext,
  change: keyof typeof FORM_TITLES,
  content: (shown: PageContext) => Html,
): Html {
  const isOwn = page.fields['change'] === change;
  const shown = isOwn ? page : { ...page, fields: {}, problem: null };
  return html`<section><h2>${FORM_TITLES[change]}</h2><form class="stack" method="post">${csrfField(page)}
<input type="hidden" name="change" value="${change}">
${content(shown)}
<div class="inline-group"><button>Change ${change}</button></div></form></section>`;
}

const currentPassword = (page: PageContext, id: string) =>
  textField(page, {
    ...{ name: 'current', id, label: 'Current password', type: 'password' },
    autocomplete: 'current-password',
  });

async function sessions(page: PageContext): Promise<Html> {
  const { sessionId } = actorOf(page);
  const now = page.context.now();
  const rows = await listSessions(page.context, actorOf(page));
  return html`<h2>Where you’re signed in</h2>
<ul class="entry-list">${rows.map(
    (
      session,
    ) => html`<li><span title="${session.user_agent}">${browserName(session.user_agent)}</span>
<div class="entry-side muted">${session.id === sessionId ? 'This browser' : when(session.seen_at, now)}</div></li>`,
  )}</ul>
<form class="inline-group" method="post" action="/desk/sign-out">${csrfField(page)}
<input type="hidden" name="everywhere" value="yes"><button>Sign out everywhere</button></form>`;
}
