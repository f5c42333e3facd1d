// The way in and out: signing in, the first account, signing up, signing out.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../errors.ts';
import { dropSession, keepSession } from '../../../http/pages/browser-session.ts';
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
import { deskPage, formTokenField } from '../shared/layout.ts';
import { actorOf, deskPlace, type GoTo, query, type Visit } from '../shared/page-context.ts';
import { passkeySignIn } from './passkey-forms.ts';
import { guessLimits, signInLimits } from './sign-in-limits.ts';

export async function entrance(scope: FastifyInstance, context: Context): Promise<void> {
  deskPlace(scope, context, '/desk/sign-in', {
    access: 'anyone',
    show: async (visit) => signInPage(visit),
    take: takeSignIn,
    limits: signInLimits(scope, context.config),
  });
  deskPlace(scope, context, '/desk/sign-up', {
    access: 'anyone',
    show: async (visit) => signUpPage(visit),
    take: async (visit) => {
      await signUp(visit.context, applicant(visit));
      // Not straight in: whoever gives somebody else's e-mail address must not see a difference.
      return { goTo: '/desk/sign-in?made=yes' };
    },
    limits: guessLimits(scope, context.config),
  });
  deskPlace(scope, context, '/desk/set-up', {
    access: 'anyone',
    show: setUpPage,
    take: async (visit) => {
      const { id } = await createFirstAccount(
        visit.context,
        query(visit, 'token'),
        applicant(visit),
      );
      return welcome(visit, id);
    },
  });
  deskPlace(scope, context, '/desk/sign-out', {
    access: 'writer',
    show: async (visit) => signOutPage(visit),
    take: async (visit) => {
      const everywhere = visit.fields['everywhere'] === 'yes';
      await (everywhere ? signOutEverywhere : signOut)(visit.context, actorOf(visit));
      dropSession(visit.request, visit.reply);
      return { goTo: '/desk/sign-in' };
    },
  });
}

async function takeSignIn(visit: Visit): Promise<GoTo> {
  const { email = '', password = '' } = visit.fields;
  const token = await signIn(visit.context, email, password, agentOf(visit));
  await enter(visit, token);
  return { goTo: nextOf(visit) };
}

async function welcome(visit: Visit, accountId: string): Promise<GoTo> {
  const token = await openSession(visit.context, accountId, agentOf(visit));
  await enter(visit, token);
  return { goTo: '/desk' };
}

/** A new session for this browser; the one it may have had is over. */
async function enter(visit: Visit, token: string): Promise<void> {
  if (visit.me) await signOut(visit.context, visit.me.actor);
  keepSession(visit.request, visit.reply, token);
}

const agentOf = ({ request }: Visit) => request.headers['user-agent'] ?? '';

/** Only ever an address of the desk's own, whatever the link that led here says. */
function nextOf(visit: Visit): string {
  const { baseUrl } = visit.context.config;
  // Parsed as a browser does it, so that dots, slashes and line ends mean the same to both.
  const url = URL.parse(query(visit, 'next'), baseUrl);
  if (url?.origin !== baseUrl || !/^\/desk(?:\/|$)/.test(url.pathname)) return '/desk';
  return url.pathname.startsWith('/desk/sign') ? '/desk' : url.pathname + url.search;
}

const applicant = ({ fields }: Visit) => ({
  name: fields['name'] ?? '',
  slug: fields['slug'] ?? '',
  email: fields['email'] ?? '',
  password: fields['password'] ?? '',
});

function signInPage(visit: Visit): Html {
  const { siteName, openSignups, smtpUrl } = visit.context.config;
  const isReset = query(visit, 'reset') && !visit.problem;
  return deskPage(visit, {
    title: 'Sign in',
    narrow: true,
    content: html`<h1>Sign in</h1>
<p class="standfirst">To your desk at ${siteName}.</p>
${query(visit, 'made') && !visit.problem && html`<p class="notice" role="status">Your account is ready. Sign in with your e-mail address and password.</p>`}
${isReset && html`<p class="notice" role="status">Your password is changed. Sign in with it.</p>`}
<form class="stack" method="post">${formTokenField(visit)}
${textField(visit, { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', required: true })}
${textField(visit, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', required: true })}
<div class="row"><button class="primary">Sign in</button>${openSignups && html`<a class="push" href="/desk/sign-up">Make an account</a>`}</div>
</form>
${passkeySignIn(visit, nextOf(visit))}
${smtpUrl && html`<p><a href="/desk/forgot">Forgot your password?</a></p>`}`,
  });
}

function accountFields(visit: Visit): Html {
  const { baseUrl } = visit.context.config;
  return html`${textField(visit, { name: 'name', label: 'Name', autocomplete: 'name', required: true, maxLength: LIMITS.authorName, hint: 'As your readers see it.' })}
${textField(visit, { name: 'slug', label: 'Address', required: true, maxLength: LIMITS.authorSlug, hint: `Your page will be ${baseUrl}/author/ and this: lower-case letters, digits, hyphens.` })}
${textField(visit, { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', required: true })}
${textField(visit, { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', required: true, hint: `At least ${LIMITS.password.min} characters.` })}`;
}

function signUpPage(visit: Visit): Html {
  if (!visit.context.config.openSignups) throw new Problem('not_found');
  return deskPage(visit, {
    title: 'Make an account',
    narrow: true,
    content: html`<h1>Make an account</h1>
<p class="standfirst">A desk of your own, and a page for what you publish.</p>
<form class="stack" method="post">${formTokenField(visit)}
${accountFields(visit)}
<div class="row"><button class="primary">Make an account</button><a class="push" href="/desk/sign-in">Sign in</a></div>
</form>`,
  });
}

async function setUpPage(visit: Visit): Promise<Html> {
  if (!(await isFirstAccountToken(visit.context, query(visit, 'token')))) {
    return deskPage(visit, {
      title: 'Set up',
      narrow: true,
      content: html`<h1>This address was used or is out of date</h1>
<p class="standfirst">If there is an account already, <a href="/desk/sign-in">sign in</a>. If there is none, start the service again: it prints a new address.</p>`,
    });
  }
  return deskPage(visit, {
    title: 'Set up',
    narrow: true,
    content: html`<h1>The first account</h1>
<p class="standfirst">It is the administrator’s: it verifies and reviews others, and writes like everybody.</p>
<form class="stack" method="post">${formTokenField(visit)}
${accountFields(visit)}
<div class="row"><button class="primary">Make the account</button></div>
</form>`,
  });
}

function signOutPage(visit: Visit): Html {
  return deskPage(visit, {
    title: 'Sign out',
    narrow: true,
    content: html`<h1>Sign out?</h1>
<form class="row" method="post">${formTokenField(visit)}<button class="primary">Sign out</button><a href="/desk">Stay</a></form>`,
  });
}
