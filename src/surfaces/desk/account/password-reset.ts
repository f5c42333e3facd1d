// A forgotten password: asking for a letter, and the page that its address leads to.

import type { FastifyInstance } from 'fastify';
import {
  isResetToken,
  resetPassword,
  sendResetLetter,
} from '../../../operations/accounts/password-reset.ts';
import { checkEmail, normalEmail } from '../../../operations/accounts/writers.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { textField } from '../shared/form-fields.ts';
import { deskPage, formTokenField } from '../shared/layout.ts';
import { deskPlace, type GoTo, query, type Visit } from '../shared/page-context.ts';
import { signInLimits } from './sign-in-limits.ts';

export async function passwordReset(scope: FastifyInstance, context: Context): Promise<void> {
  const underway = new Set<Promise<void>>();
  scope.addHook('onClose', async () => {
    await Promise.all(underway);
  });

  deskPlace(scope, context, '/desk/forgot', {
    access: 'anyone',
    show: async (visit) => forgotPage(visit),
    limits: signInLimits(scope, context.config),
    take: async (visit) => {
      checkEmail({ email: normalEmail(visit.fields['email'] ?? '') });
      // Not awaited: how long the answer takes tells nobody whether there is an account.
      const letter = writeTo(visit).finally(() => underway.delete(letter));
      underway.add(letter);
      return { goTo: '/desk/forgot?sent=yes' };
    },
  });
  deskPlace(scope, context, '/desk/reset', {
    access: 'anyone',
    show: resetPage,
    limits: signInLimits(scope, context.config),
    take: takeReset,
  });
}

async function writeTo({ context, request, fields }: Visit): Promise<void> {
  try {
    await sendResetLetter(context, fields['email'] ?? '');
  } catch (error) {
    request.log.error({ err: error }, 'a letter could not be sent');
  }
}

async function takeReset(visit: Visit): Promise<GoTo> {
  await resetPassword(visit.context, query(visit, 'token'), visit.fields['password'] ?? '');
  return { goTo: '/desk/sign-in?reset=yes' };
}

function forgotPage(visit: Visit): Html {
  return deskPage(visit, {
    title: 'Forgotten password',
    narrow: true,
    content: html`<h1>Forgotten password</h1>
<p class="standfirst">A letter will bring you an address at which to choose a new one.</p>
${query(visit, 'sent') && html`<p class="notice" role="status">If there is an account with this address, a letter is on its way.</p>`}
<form class="stack" method="post" action="/desk/forgot">${formTokenField(visit)}
${textField(visit, { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', required: true })}
<div class="row"><button class="primary">Send the letter</button><a class="push" href="/desk/sign-in">Sign in</a></div>
</form>`,
  });
}

async function resetPage(visit: Visit): Promise<Html> {
  const isGood = await isResetToken(visit.context, query(visit, 'token'));
  return deskPage(visit, {
    title: 'New password',
    narrow: true,
    content: isGood ? resetForm(visit) : outOfDate(),
  });
}

const resetForm = (visit: Visit) => html`<h1>New password</h1>
<p class="standfirst">Wherever you are signed in, you will be signed out.</p>
<form class="stack" method="post">${formTokenField(visit)}
${textField(visit, { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', required: true, hint: `At least ${LIMITS.password.min} characters.` })}
<div class="row"><button class="primary">Set the password</button></div>
</form>`;

const outOfDate = () => html`<h1>This address was used or is out of date</h1>
<p class="standfirst">It works once, for an hour, and only the newest does. <a href="/desk/forgot">Ask for another letter</a>.</p>`;
