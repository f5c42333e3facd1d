// Accepting an invitation: the page that the invitation's link opens, where the invited person creates an account.

import { networkOf } from '../../../http/limits/client-address.ts';
import { logOf } from '../../../http/log/request-log.ts';
import { acceptInvitation, invitationFor } from '../../../operations/accounts/invitations.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { ACCOUNT_LIMITS } from '../../../schemas/accounts/account-limits.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { type Desk, type PageContext, query } from '../shared/page-context.ts';
import { welcome } from './sign-in.ts';
import { guessLimits } from './sign-in-limits.ts';
import { accountFields, applicant } from './sign-up.ts';

type Invitation = NonNullable<Awaited<ReturnType<typeof invitationFor>>>;

export function joinPages(desk: Desk): void {
  desk.anyone(
    '/desk/join',
    joinPage,
    async (page) => {
      const network = networkOf(page.request);
      const given = applicant(page);
      const id = await acceptInvitation(page.context, query(page, 'token'), given, network);
      logOf(page.request).info({ writer: given.slug }, 'invitation accepted');
      return welcome(page, id);
    },
    { limits: guessLimits(desk) },
  );
}

async function joinPage(page: PageContext): Promise<Html> {
  const invitation = await invitationFor(page.context, query(page, 'token'));
  return deskPage(page, {
    title: 'Create your account',
    narrow: true,
    content: invitation ? joinForm(page, invitation) : expired(page),
  });
}

const joinForm = (page: PageContext, { email, is_admin, inviter_name }: Invitation) => html`
<h1>Create your account</h1>
<p class="standfirst">${inviter_name} invited you to write for ${page.context.identity.current.name}${
  is_admin === 1 && ', as an admin'
}. You’ll get your own desk and a page for what you publish.</p>
${page.me && html`<p>You’re signed in as ${page.me.name}. This creates another account and signs you in to it.</p>`}
<form class="stack" method="post">${csrfField(page)}
${accountFields(page, email)}
<div class="inline-group"><button class="primary">Create account</button>
<a class="align-end" href="/desk/sign-in">Sign in instead</a></div>
</form>`;

const expired = ({ me }: PageContext) => html`<h1>This link has expired or was already used</h1>
<p class="standfirst">An invitation works only once, expires after ${ACCOUNT_LIMITS.invitationDays} days, and can
be revoked. ${
  me
    ? html`<a href="/desk">Go to your desk</a>, or ask`
    : html`If you’ve
accepted it, <a href="/desk/sign-in">sign in</a>. Otherwise ask`
} the person who invited you for a new one.</p>`;
