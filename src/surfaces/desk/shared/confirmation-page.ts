// The confirmation page: asks before an action, and says what will happen.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { csrfField, deskPage } from './layout.ts';
import type { PageContext } from './page-context.ts';

export interface Confirmation {
  here: string;
  question: string;
  consequence: Html | string;
  button: string;
  back: string;
}

export const confirmationPage = (
  page: PageContext,
  { here, question, consequence, button, back }: Confirmation,
): Html =>
  deskPage(page, {
    title: button,
    here,
    narrow: true,
    content: html`<h1>${question}</h1>
<p class="standfirst">${consequence}</p>
<form class="inline-group" method="post">${csrfField(page)}
<button class="confirm">${button}</button><a href="${back}">Cancel</a></form>`,
  });
