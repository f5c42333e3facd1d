// A forgotten password: confirmations for a letter, and the page that its address leads to.

import type { FastifyInstance } from 'fastify';
import {
  isResetToken,
  resetPassword,
  sendResetEmail,
} from '../../../operations/accounts/password-reset.ts';
import { checkEmail, normalEmail } from '../../../operations/accounts/writers.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { textField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { deskRoute, type GoTo, type PageContext, query } from '../shared/page-context.ts';
import { signInLimits } from './sign-in-limits.ts';

export async function passwordReset(scope: FastifyInstance, context: Context): Promise<void> {
  const underway = new Set<Promise<void>>();
  scope.addHook('onClose', async () => {
    await Promise.all(underway);
  });

  deskRoute(scope, context, '/desk/forgot', {
    access: 'anyone',
    get: async (page) => forgotPage(page),
    limits: signInLimits(scope, context.config),
    post: async (page) => {
      checkEmail({ email: normalEmail(page.fields['email'] ?? '') });
      // Not awaited: how long the answer takes tells nobody whether there is an account.
      const letter = writeTo(page).finally(() => underway.delete(letter));
      underway.add(letter);
      return { goTo: '/desk/forgot?sent=yes' };
    },
  });
  deskRoute(scope, context, '/desk/reset', {
    access: 'anyone',
    get: resetPage,
    limits: signInLimits(scope, context.config),
    post: takeReset,
  });
}

async function writeTo({ context, request, fields }: PageContext): Promise<void> {
  try {
    await sendResetEmail(context, fields['email'] ?? '');
  } catch (error) {
    request.log.error({ err: error }, 'a letter could not be sent');
  }
}

async function takeReset(page: PageContext): Promise<GoTo> {
  await resetPassword(page.context, query(page, 'token'), page.fields['password'] ?? '');
  return { goTo: '/desk/sign-in?reset=yes' };
}

function forgotPage(page: PageContext): Html {
  return deskPage(page, {
    title: 'Forgotten password',
    narrow: true,
    content: html`<h1>Forgotten password</h1>
<p class="standfirst">A letter will bring you an address at which to choose a new one.</p>
${query(page, 'sent') && html`<p class="notice" role="status">If there is an account with this address, a letter is on its way.</p>`}
<form class="stack" method="post" action="/desk/forgot">${csrfField(page)}
${textField(page, { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', required: true })}
<div class="inline-group"><button class="primary">Send the letter</button><a class="align-end" href="/desk/sign-in">Sign in</a></div>
</form>`,
  });
}

async function resetPage(page: PageContext): Promise<Html> {
  const isGood = await isResetToken(page.context, query(page, 'token'));
  return deskPage(page, {
    title: 'New password',
    narrow: true,
    content: isGood ? resetForm(page) : outOfDate(),
  });
}

const resetForm = (page: PageContext) => html`<h1>New password</h1>
<p class="standfirst">Wherever you are signed in, you will be signed out.</p>
<form class="stack" method="post">${csrfField(page)}
${textField(page, { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', required: true, hint: `At least ${LIMITS.password.min} characters.` })}
<div class="inline-group"><button class="primary">Set the password</button></div>
</form>`;

const outOfDate = () => html`<h1>This address was used or is out of date</h1>
<p class="standfirst">It works once, for an hour, and only the newest does. <a href="/desk/forgot">Ask for another letter</a>.</p>`;
