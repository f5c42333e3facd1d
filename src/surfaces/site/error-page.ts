// The error page that readers see: not found, too many requests, or something went wrong.

import type { Problem } from '../../errors.ts';
import { isPassing, TRY_AGAIN } from '../../http/pages/try-again.ts';
import type { Context } from '../../operations/operation.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { type SiteLinks, sitePage } from './shared/layout.ts';
import { searchForm } from './shared/search-form.ts';

const TITLES: { readonly [status: number]: string } = {
  404: 'Page not found',
  405: 'Method not allowed',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
};

const NO_LINKS: SiteLinks = { categories: [], footer: [] };

export const problemPage =
  (context: Context) =>
  (problem: Problem, requestId: string | null): Html => {
    const title = TITLES[problem.status] ?? 'Something went wrong';
    // Categories and pages are left out, because an error page must not read the database.
    return sitePage(context, NO_LINKS, {
      title,
      content: html`<div class="message">
<h1>${title}</h1>
<p class="standfirst">${problem.reason}</p>
${problem.status === 404 && searchForm('')}
${isPassing(problem) && TRY_AGAIN}
<p><a href="/">Go to the home page</a></p>
${requestId && html`<p class="fine-print">Request ${requestId}</p>`}
</div>`,
    });
  };
