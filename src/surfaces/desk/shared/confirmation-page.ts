// The confirmation page: says what will happen, and asks before an action.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { csrfField, deskPage } from './layout.ts';
import type { PageContext } from './page-context.ts';

export interface Confirmation {
  here: string;
  question: string;
  consequence: Html | string;
  details?: Html | null;
  fields?: { readonly [name: string]: string };
  button: string;
  back: string;
}

export const confirmationPage = (
  page: PageContext,
  { here, question, consequence, details, fields = {}, button, back }: Confirmation,
): Html =>
  deskPage(page, {
    title: button,
    here,
    narrow: true,
    content: html`<h1>${question}</h1>
<p class="standfirst">${consequence}</p>
${details}
<form class="inline-group" method="post">${csrfField(page)}
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="confirm">${button}</button><a href="${back}">Cancel</a></form>`,
  });
