// The page that asks once before something is done that cannot be undone.

import { type Html, html } from '../../rendering/html.ts';
import { deskPage, formTokenField } from './layout.ts';
import type { Visit } from './visits.ts';

interface Ask {
  here: string;
  question: string;
  consequence: string;
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
