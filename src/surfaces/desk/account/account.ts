// The account: password, e-mail address, sessions.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../errors.ts';
import { changeEmail, changePassword, ownAccount } from '../../../operations/accounts/accounts.ts';
import { listSessions } from '../../../operations/accounts/sessions.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { textField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { deskPage, formTokenField } from '../shared/layout.ts';
import { actorOf, deskPlace, query, type Visit } from '../shared/page-context.ts';
import { passkeySection } from './passkey-forms.ts';
import { guessLimits } from './sign-in-limits.ts';

export async function account(scope: FastifyInstance, context: Context): Promise<void> {
  deskPlace(scope, context, '/desk/account', {
    access: 'writer',
    show: accountPage,
    take: async (visit) => {
      const { current = '', password = '', email = '', change } = visit.fields;
      if (change === 'password') {
        await changePassword(visit.context, actorOf(visit), current, password);
      } else if (change === 'email') {
        await changeEmail(visit.context, actorOf(visit), current, email);
      } else {
        throw new Problem('bad_request');
      }
      return { goTo: '/desk/account?saved=yes' };
    },
    limits: guessLimits(scope, context.config),
  });
}

async function accountPage(visit: Visit): Promise<Html> {
  const { email } = await ownAccount(visit.context, actorOf(visit));
  return deskPage(visit, {
    title: 'Account',
    here: 'Account',
    content: html`<h1>Account</h1>
${query(visit, 'saved') && html`<p class="notice" role="status">Saved.</p>`}
<div class="fields">
${changeForm(visit, 'password', 'Password', (shown) => textField(shown, { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: `At least ${LIMITS.password.min} characters. Other browsers are signed out.` }))}
${changeForm(visit, 'email', 'E-mail address', (shown) => textField(shown, { name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'email' }))}
</div>
${await passkeySection(visit)}
${await sessions(visit)}
${YOUR_WRITING}`,
  });
}

const YOUR_WRITING = html`<h2>Your writing</h2>
<p>Every piece with its versions, its history and its pictures, as Markdown files in one ZIP.</p>
<p><a class="button" href="/desk/download" download>Download my writing</a></p>`;

/** Two forms stand on the page; only the one that came back shows its errors. */
function changeForm(
  visit: Visit,
  change: string,
  title: string,
  field: (shown: Visit) => Html,
): Html {
  const own = visit.fields['change'] === change;
  const shown = own ? visit : { ...visit, fields: {}, problem: null };
  return html`<section><h2>${title}</h2><form class="stack" method="post">${formTokenField(visit)}
<input type="hidden" name="change" value="${change}">
${field(shown)}
${textField(shown, { name: 'current', id: `${change}-current`, label: 'Current password', type: 'password', autocomplete: 'current-password' })}
<div class="row"><button>Change ${title.toLowerCase()}</button></div></form></section>`;
}

async function sessions(visit: Visit): Promise<Html> {
  const { sessionId } = actorOf(visit);
  const now = visit.context.now();
  const rows = await listSessions(visit.context, actorOf(visit));
  return html`<h2>Where you are signed in</h2>
<ul class="contents">${rows.map(
    (session) => html`<li><span>${session.user_agent || 'Unknown browser'}</span>
<div class="aside muted">${session.id === sessionId ? 'This browser' : when(session.seen_at, now)}</div></li>`,
  )}</ul>
<form class="row" method="post" action="/desk/sign-out">${formTokenField(visit)}
<input type="hidden" name="everywhere" value="yes"><button>Sign out everywhere</button></form>`;
}
