// Password reset: the page that sends an e-mail with a link, and the page that the link opens.

import { networkOf } from '../../../http/limits/client-address.ts';
import { logOf } from '../../../http/log/request-log.ts';
import {
  accountOfReset,
  prepareReset,
  resetPassword,
} from '../../../operations/accounts/password-reset.ts';
import { checkEmail, normalEmail } from '../../../operations/accounts/writers.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { type Desk, type GoTo, type PageContext, query } from '../shared/page-context.ts';
import type { SendLater } from './account-emails.ts';
import { alsoEnded, remainingChoices } from './remaining-access.ts';
import { emailField, newPasswordField } from './sign-in.ts';
import { guessLimits, resetLimits } from './sign-in-limits.ts';

export function passwordReset(desk: Desk, sendLater: SendLater): void {
  if (desk.context.config.smtpUrl !== null) forgot(desk, sendLater);
  desk.anyone('/desk/reset', resetPage, takeReset, { limits: guessLimits(desk) });
}

/** Without a mail server, the only way is a link that an admin creates and passes on. */
function forgot(desk: Desk, sendLater: SendLater): void {
  desk.anyone(
    '/desk/forgot',
    forgotPage,
    async (page) => {
      const email = normalEmail(page.fields['email'] ?? '');
      checkEmail({ email });
      const send = await prepareReset(page.context, email);
      if (send) sendLater(page, send);
      return { goTo: '/desk/forgot?sent=yes' };
    },
    { limits: resetLimits(desk) },
  );
}

async function takeReset(page: PageContext): Promise<GoTo> {
  const given = { password: page.fields['password'] ?? '', network: networkOf(page.request) };
  const account = await resetPassword(page.context, query(page, 'token'), given, alsoEnded(page));
  logOf(page.request).info({ account }, 'password set with a link');
  return { goTo: '/desk/sign-in?reset=yes' };
}

const SENT = 'If there’s an account with this email address, we’ve sent a link to it.';

function forgotPage(page: PageContext): Html {
  return deskPage(page, {
    title: 'Reset your password',
    narrow: true,
    done: query(page, 'sent') && SENT,
    content: html`<h1>Reset your password</h1>
<p class="standfirst">We’ll email you a link to reset your password.</p>
<form class="stack" method="post" action="/desk/forgot">${csrfField(page)}
${emailField(page)}
<div class="inline-group"><button class="primary">Send link</button>
<a class="align-end" href="/desk/sign-in">Sign in</a></div>
</form>`,
  });
}

async function resetPage(page: PageContext): Promise<Html> {
  const accountId = await accountOfReset(page.context, query(page, 'token'));
  return deskPage(page, {
    title: 'New password',
    narrow: true,
    content: accountId ? await resetForm(page, accountId) : expired(page),
  });
}

const resetForm = async (page: PageContext, accountId: string) => html`<h1>New password</h1>
<p class="standfirst">We’ll sign you out everywhere.</p>
<form class="stack" method="post">${csrfField(page)}
${newPasswordField(page, 'New password')}
${await remainingChoices(page, accountId)}
<div class="inline-group"><button class="primary">Set password</button></div>
</form>`;

const expired = ({
  context,
}: PageContext) => html`<h1>This link has expired or was already used</h1>
<p class="standfirst">A link works only once, expires after a short time, and stops working when the password changes.
${context.config.smtpUrl === null ? ASK_AN_ADMIN : html`<a href="/desk/forgot">Send a new link</a>.`}</p>`;

const ASK_AN_ADMIN = 'Ask an admin for a new link.';
