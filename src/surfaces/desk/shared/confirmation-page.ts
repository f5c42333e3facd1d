// The page that asks once before something is done, and says what will happen.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { deskPage, formTokenField } from './layout.ts';
import type { Visit } from './page-context.ts';

export interface Ask {
  here: string;
  question: string;
  consequence: Html | string;
  button: string;
  back: string;
}

export const askPage = (visit: Visit, { here, question, consequence, button, back }: Ask): Html =>
  deskPage(visit, {
    title: button,
    here,
    narrow: true,
    content: html`<h1>${question}</h1>
<p class="standfirst">${consequence}</p>
<form class="row" method="post">${formTokenField(visit)}<button class="primary">${button}</button><a href="${back}">Leave it as it is</a></form>`,
  });
