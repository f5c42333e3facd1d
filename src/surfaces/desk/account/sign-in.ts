// Sign-in, sign-up, sign-out, and the set-up of the first account.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../errors.ts';
import { clearSessionCookie, setSessionCookie } from '../../../http/pages/session-cookie.ts';
import {
  createFirstAccount,
  isFirstAccountToken,
  signUp,
} from '../../../operations/accounts/accounts.ts';
import {
  openSession,
  signIn,
  signOut,
  signOutEverywhere,
} from '../../../operations/accounts/sessions.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { textField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, deskRoute, type GoTo, type PageContext, query } from '../shared/page-context.ts';
import { passkeySignIn } from './passkey-forms.ts';
import { guessLimits, signInLimits } from './sign-in-limits.ts';

export async function signInPages(scope: FastifyInstance, context: Context): Promise<void> {
  deskRoute(scope, context, '/desk/sign-in', {
    access: 'anyone',
    get: async (page) => signInPage(page),
    post: takeSignIn,
    limits: signInLimits(scope, context.config),
  });
  deskRoute(scope, context, '/desk/sign-up', {
    access: 'anyone',
    get: async (page) => signUpPage(page),
    post: async (page) => {
      await signUp(page.context, applicant(page));
      // Not signed in at once: the response must not reveal whether the e-mail address has an account.
      return { goTo: '/desk/sign-in?made=yes' };
    },
    limits: guessLimits(scope, context.config),
  });
  deskRoute(scope, context, '/desk/set-up', {
    access: 'anyone',
    get: setUpPage,
    post: async (page) => {
      const { id } = await createFirstAccount(page.context, query(page, 'token'), applicant(page));
      return welcome(page, id);
    },
  });
  deskRoute(scope, context, '/desk/sign-out', {
    access: 'writer',
    get: async (page) => signOutPage(page),
    post: async (page) => {
      const everywhere = page.fields['everywhere'] === 'yes';
      await (everywhere ? signOutEverywhere : signOut)(page.context, actorOf(page));
      clearSessionCookie(page.request, page.reply);
      return { goTo: '/desk/sign-in' };
    },
  });
}

async function takeSignIn(page: PageContext): Promise<GoTo> {
  const { email = '', password = '' } = page.fields;
  const token = await signIn(page.context, email, password, agentOf(page));
  await enter(page, token);
  return { goTo: nextOf(page) };
}

async function welcome(page: PageContext, accountId: string): Promise<GoTo> {
  const token = await openSession(page.context, accountId, agentOf(page));
  await enter(page, token);
  return { goTo: '/desk' };
}

/** Starts a new session for this browser, and ends the one it had. */
async function enter(page: PageContext, token: string): Promise<void> {
  if (page.me) await signOut(page.context, page.me.actor);
  setSessionCookie(page.request, page.reply, token);
}

const agentOf = ({ request }: PageContext) => request.headers['user-agent'] ?? '';

/** Only ever a path of the desk: no open redirect. */
function nextOf(page: PageContext): string {
  const { baseUrl } = page.context.config;
  // Parsed the way browsers do, so that dots, slashes and line breaks mean the same to both.
  const url = URL.parse(query(page, 'next'), baseUrl);
  if (url?.origin !== baseUrl || !/^\/desk(?:\/|$)/.test(url.pathname)) return '/desk';
  return url.pathname.startsWith('/desk/sign') ? '/desk' : url.pathname + url.search;
}

const applicant = ({ fields }: PageContext) => ({
  name: fields['name'] ?? '',
  slug: fields['slug'] ?? '',
  email: fields['email'] ?? '',
  password: fields['password'] ?? '',
});

function signInPage(page: PageContext): Html {
  const { siteName, openSignups, smtpUrl } = page.context.config;
  const isReset = query(page, 'reset') && !page.problem;
  return deskPage(page, {
    title: 'Sign in',
    narrow: true,
    content: html`<h1>Sign in</h1>
<p class="standfirst">Go to your desk at ${siteName}.</p>
${query(page, 'made') && !page.problem && ACCOUNT_READY}
${isReset && html`<p class="notice" role="status">Your password was changed. Sign in with the new one.</p>`}
<form class="stack" method="post">${csrfField(page)}
${emailField(page)}
${textField(page, {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  required: true,
})}
<div class="inline-group"><button class="primary">Sign in</button>
${openSignups && html`<a class="align-end" href="/desk/sign-up">Create an account</a>`}</div>
</form>
${passkeySignIn(page, nextOf(page))}
${smtpUrl && html`<p><a href="/desk/forgot">Forgot your password?</a></p>`}`,
  });
}

const ACCOUNT_READY = html`<p class="notice" role="status">Your account is ready. Sign in with your e-mail address and
password.</p>`;

const emailField = (page: PageContext) =>
  textField(page, {
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'username',
    required: true,
  });

function accountFields(page: PageContext): Html {
  const { baseUrl } = page.context.config;
  return html`${textField(page, {
    name: 'name',
    label: 'Name',
    autocomplete: 'name',
    required: true,
    maxLength: LIMITS.authorName,
    hint: 'As your readers see it.',
  })}
${textField(page, {
  name: 'slug',
  label: 'Slug',
  required: true,
  maxLength: LIMITS.authorSlug,
  hint: `The last part of your page’s URL, after ${baseUrl}/author/. Use lower-case letters, digits and hyphens.`,
})}
${emailField(page)}
${textField(page, {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  required: true,
  hint: `At least ${LIMITS.password.min} characters.`,
})}`;
}

function signUpPage(page: PageContext): Html {
  if (!page.context.config.openSignups) throw new Problem('not_found');
  return deskPage(page, {
    title: 'Create an account',
    narrow: true,
    content: html`<h1>Create an account</h1>
<p class="standfirst">You get your own desk, and a page for what you publish.</p>
<form class="stack" method="post">${csrfField(page)}
${accountFields(page)}
<div class="inline-group"><button class="primary">Create account</button>
<a class="align-end" href="/desk/sign-in">Sign in</a></div>
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
restart the service: it prints a new link.</p>`,
    });
  }
  return deskPage(page, {
    title: 'Set up',
    narrow: true,
    content: html`<h1>Create the first account</h1>
<p class="standfirst">This is the administrator’s account. It can write, like any other, and also
verify and review other writers.</p>
<form class="stack" method="post">${csrfField(page)}
${accountFields(page)}
<div class="inline-group"><button class="primary">Create account</button></div>
</form>`,
  });
}

function signOutPage(page: PageContext): Html {
  return deskPage(page, {
    title: 'Sign out',
    narrow: true,
    content: html`<h1>Sign out?</h1>
<form class="inline-group" method="post">${csrfField(page)}
<button class="primary">Sign out</button><a href="/desk">Cancel</a></form>`,
  });
}
