// What readers see when something is not there, or went wrong.

import type { Config } from '../../config.ts';
import type { Problem } from '../../errors.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { sitePage } from './shared/layout.ts';
import { searchForm } from './shared/search-form.ts';

const TITLES: { readonly [status: number]: string } = {
  404: 'Nothing here',
  405: 'Not that way',
  429: 'One moment',
  500: 'Something went wrong',
  503: 'One moment',
};

export const problemPage =
  (config: Config) =>
  (problem: Problem, requestId: string | null): Html => {
    const title = TITLES[problem.status] ?? 'Something is not right';
    return sitePage(config, {
      title,
      content: html`<div class="message">
<h1>${title}</h1>
<p class="standfirst">${problem.reason}</p>
${problem.status === 404 && searchForm('')}
<p><a href="/">To the front page</a></p>
${requestId && html`<p class="fine-print">Request ${requestId}</p>`}
</div>`,
    });
  };
