// Sign-in and sign-out.

import { networkOf } from '../../../http/limits/client-address.ts';
import { isKnownDevice } from '../../../http/pages/device-cookie.ts';
import { clearSessionCookie } from '../../../http/pages/session-cookie.ts';
import { isWithoutAccounts } from '../../../operations/accounts/accounts.ts';
import {
  openSession,
  signIn,
  signOut,
  signOutEverywhere,
} from '../../../operations/accounts/sessions.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { ACCOUNT_LIMITS } from '../../../schemas/accounts/account-limits.ts';
import { textField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext, query } from '../shared/page-context.ts';
import { passkeySignIn } from './passkey-forms.ts';
import { signInLimits } from './sign-in-limits.ts';
import { startSession } from './start-session.ts';

export function signInPages(desk: Desk): void {
  desk.anyone('/desk/sign-in', signInPage, takeSignIn, { limits: signInLimits(desk) });
  desk.writer('/desk/sign-out', signOutPage, async (page) => {
    const everywhere = page.fields['everywhere'] === 'yes';
    await (everywhere ? signOutEverywhere : signOut)(page.context, actorOf(page));
    clearSessionCookie(page.context.config, page.reply);
    return { goTo: '/desk/sign-in' };
  });
}

async function takeSignIn(page: PageContext): Promise<GoTo> {
  const { email = '', password = '' } = page.fields;
  const { context, request } = page;
  const token = await signIn(context, {
    ...{ email, password, network: networkOf(request), userAgent: agentOf(page) },
    isKnown: await isKnownDevice(context, request, email),
  });
  await startSession(context, page, token);
  return { goTo: nextOf(page) };
}

export async function welcome(page: PageContext, accountId: string): Promise<GoTo> {
  const token = await openSession(page.context, accountId, agentOf(page));
  await startSession(page.context, page, token);
  return { goTo: '/desk' };
}

const agentOf = ({ request }: PageContext) => request.headers['user-agent'] ?? '';

/** Paths outside the desk are refused, to prevent open redirects. */
function nextOf(page: PageContext): string {
  const { baseUrl } = page.context.config;
  // URL.parse works like a browser, so that dots, slashes and line breaks in the URL mean the same to both.
  const url = URL.parse(query(page, 'next'), baseUrl);
  if (url?.origin !== baseUrl || !/^\/desk(?:\/|$)/.test(url.pathname)) return '/desk';
  return url.pathname.startsWith('/desk/sign') ? '/desk' : url.pathname + url.search;
}

export function onTheWay(page: PageContext, path: string): string {
  const next = nextOf(page);
  if (next === '/desk') return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}

async function signInPage(page: PageContext): Promise<Html> {
  const { openSignups, smtpUrl } = page.context.config;
  const { name: siteName } = page.context.identity.current;
  const isSignedUp = query(page, 'made') && !page.problem;
  if (isSignedUp && smtpUrl) return checkEmailPage(page);
  return deskPage(page, {
    title: 'Sign in',
    narrow: true,
    done: (isSignedUp && ACCOUNT_READY) || (query(page, 'reset') && PASSWORD_CHANGED),
    content: html`<h1>Sign in</h1>
<p class="standfirst">Go to your desk at ${siteName}.</p>
${(await isWithoutAccounts(page.context)) && NO_ACCOUNTS}
<form class="stack" method="post">${csrfField(page)}
${emailField(page)}
${passwordField(page)}
<div class="inline-group"><button class="primary">Sign in</button>
${openSignups && html`<a class="align-end" href="${onTheWay(page, '/desk/sign-up')}">Create an account</a>`}</div>
</form>
${passkeySignIn(page, nextOf(page))}
${
  smtpUrl
    ? html`<p><a href="/desk/forgot">Forgot your password?</a></p>`
    : html`<p class="muted">Forgot your password? Ask an admin for a link to set a new one.</p>`
}`,
  });
}

/** Notice for the operator; the link itself is only in the log. */
const NO_ACCOUNTS = html`<p class="notice">Nobody has an account here yet. The service has printed a link to create the
first one: look for “Create the first account” in its log, or restart it for a new link.</p>`;

const PASSWORD_CHANGED = 'Your password was changed. Sign in with the new one.';

/** Message if there is no mail server; it is the same if the account existed already, so it reveals nothing. */
const ACCOUNT_READY =
  'If this email address is new here, your account is ready. Sign in within a day, with the password you’ve just ' +
  'chosen. If it already had an account, nothing has changed: sign in with that account’s password.';

/** Page after a sign-up, which is the same whether the e-mail has a link or says that the account exists. */
const checkEmailPage = (page: PageContext) =>
  deskPage(page, {
    title: 'Check your email',
    narrow: true,
    content: html`<h1>Check your email</h1>
<p class="standfirst">We’ve sent you an email. Open the link in it within a day to finish creating your account.</p>
<p>If you already have an account, the email tells you how to sign in.</p>
<p><a href="${onTheWay(page, '/desk/sign-in')}">Sign in</a></p>`,
  });

export const emailField = (page: PageContext) =>
  textField(page, {
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'username',
    required: true,
  });

export const passwordField = (page: PageContext) =>
  textField(page, {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  });

export const newPasswordField = (page: PageContext, label: string) =>
  textField(page, {
    ...{ name: 'password', label, type: 'password', autocomplete: 'new-password', required: true },
    hint: `At least ${ACCOUNT_LIMITS.password.min} characters.`,
  });

function signOutPage(page: PageContext): Html {
  return deskPage(page, {
    title: 'Sign out',
    narrow: true,
    content: html`<h1>Sign out?</h1>
<form class="inline-group" method="post">${csrfField(page)}
<button class="primary">Sign out</button><a href="/desk">Cancel</a></form>`,
  });
}
