// New accounts: sign-up, the link that confirms it, and the setup of the first account.

import { Problem } from '../../../errors.ts';
import { networkOf } from '../../../http/limits/client-address.ts';
import { createFirstAccount, isFirstAccountToken } from '../../../operations/accounts/accounts.ts';
import {
  confirmSignUp,
  sendSignUpEmail,
  signUp,
  signUpFor,
} from '../../../operations/accounts/sign-up.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { writerSlugOf } from '../../../rendering/text/slug.ts';
import { AUTHOR_LIMITS } from '../../../schemas/accounts/author-limits.ts';
import { errorFor, stateOf, textField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { type Desk, type GoTo, type PageContext, query } from '../shared/page-context.ts';
import type { SendLater } from './account-emails.ts';
import { emailField, newPasswordField, onTheWay, passwordField, welcome } from './sign-in.ts';
import { emailLimits, guessLimits } from './sign-in-limits.ts';

export function signUpPages(desk: Desk, sendLater: SendLater): void {
  desk.anyone('/desk/sign-up', signUpPage, (page) => takeSignUp(page, sendLater), {
    limits: [...guessLimits(desk), ...emailLimits(desk)],
  });
  desk.anyone(
    '/desk/confirm',
    confirmPage,
    async (page) => {
      const given = { password: page.fields['password'] ?? '', network: networkOf(page.request) };
      return welcome(page, await confirmSignUp(page.context, query(page, 'token'), given));
    },
    { limits: guessLimits(desk) },
  );
  desk.anyone(
    '/desk/set-up',
    setUpPage,
    async (page) => {
      const network = networkOf(page.request);
      const token = query(page, 'token');
      const { id } = await createFirstAccount(page.context, token, applicant(page), network);
      return welcome(page, id);
    },
    { limits: guessLimits(desk) },
  );
}

async function takeSignUp(page: PageContext, sendLater: SendLater): Promise<GoTo> {
  const { context, request } = page;
  const given = applicant(page);
  const token = await signUp(context, given, networkOf(request));
  if (context.config.smtpUrl) sendLater(page, () => sendSignUpEmail(context, given.email, token));
  // The browser isn't signed in yet, because the response must not reveal whether the e-mail address has an account.
  return { goTo: onTheWay(page, '/desk/sign-in?made=yes') };
}

export const applicant = ({ fields }: PageContext) => ({
  name: fields['name'] ?? '',
  slug: fields['slug']?.trim() || writerSlugOf(fields['name'] ?? ''),
  email: fields['email'] ?? '',
  password: fields['password'] ?? '',
});

/** `email` is set if an invitation was sent to that address, which the account must then have. */
export function accountFields(page: PageContext, email: string | null = null): Html {
  const { baseUrl } = page.context.config;
  return html`${textField(page, {
    name: 'name',
    label: 'Name',
    autocomplete: 'name',
    required: true,
    maxLength: AUTHOR_LIMITS.name,
    hint: 'The name that your readers will see.',
  })}
${textField(page, {
  name: 'slug',
  label: 'Slug',
  maxLength: AUTHOR_LIMITS.slug,
  hint:
    `The last part of your page’s URL, after ${baseUrl}/author/: lower-case letters, digits and hyphens. Leave it ` +
    'empty to create it from your name.',
})}
${email === null ? emailField(page) : fixedEmail(page, email)}
${newPasswordField(page, 'Password')}`;
}

function fixedEmail(page: PageContext, email: string): Html {
  const error = errorFor(page, 'email');
  return html`<div><label for="email">Email</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" readonly${stateOf(
    page,
    { id: 'email', error },
  )}>${error && html`<p class="error" id="email-error">${error}</p>`}</div>`;
}

function signUpPage(page: PageContext): Html {
  if (!page.context.config.openSignups) throw new Problem('not_found');
  return deskPage(page, {
    title: 'Create an account',
    narrow: true,
    content: html`<h1>Create an account</h1>
<p class="standfirst">You’ll get your own desk and a page for what you publish.</p>
<form class="stack" method="post">${csrfField(page)}
${accountFields(page)}
<div class="inline-group"><button class="primary">Create account</button>
<a class="align-end" href="${onTheWay(page, '/desk/sign-in')}">Sign in</a></div>
</form>`,
  });
}

async function setUpPage(page: PageContext): Promise<Html> {
  if (!(await isFirstAccountToken(page.context, query(page, 'token')))) {
    return deskPage(page, {
      title: 'Set up',
      narrow: true,
      content: html`<h1>This link has expired or was already used</h1>
<p class="standfirst">If you have an account, <a href="/desk/sign-in">sign in</a>. If there is no account yet,
restart the service, and it will print a new link.</p>`,
    });
  }
  return deskPage(page, {
    title: 'Set up',
    narrow: true,
    content: html`<h1>Create the first account</h1>
<p class="standfirst">This is the administrator’s account. It can write and publish, like any other, and also
invite and verify writers and review their pieces.</p>
<form class="stack" method="post">${csrfField(page)}
${accountFields(page)}
<div class="inline-group"><button class="primary">Create account</button></div>
</form>`,
  });
}

async function confirmPage(page: PageContext): Promise<Html> {
  if (!page.context.config.openSignups) throw new Problem('not_found');
  const signUp = await signUpFor(page.context, query(page, 'token'));
  return deskPage(page, {
    title: 'Create your account',
    narrow: true,
    content: signUp ? confirmForm(page, signUp.email) : CONFIRM_EXPIRED,
  });
}

const confirmForm = (page: PageContext, email: string) => html`<h1>Create your account</h1>
<p class="standfirst">Enter the password that you chose for ${email}.</p>
<form class="stack" method="post">${csrfField(page)}
${passwordField(page)}
<div class="inline-group"><button class="primary">Create account</button></div>
</form>`;

const CONFIRM_EXPIRED = html`<h1>This link has expired or was already used</h1>
<p class="standfirst">A link works only once and expires after a day. <a href="/desk/sign-in">Sign in</a>, or
<a href="/desk/sign-up">sign up again</a>.</p>`;
