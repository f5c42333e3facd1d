// Notice for admins about pieces that wait for review, which the admins' own list of pieces doesn't show.

import { isUndecided, listPending } from '../../../operations/publishing/review-queue.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { SITE_LOCALE } from '../../../rendering/text/locale.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';

const number = new Intl.NumberFormat(SITE_LOCALE);

export async function reviewNotice(page: PageContext): Promise<Html | null> {
  const actor = actorOf(page);
  if (!page.context.config.review || !actor.isAdmin) return null;
  const waiting = (await listPending(page.context, actor)).filter(isUndecided).length;
  if (waiting === 0) return null;
  const words = waiting === 1 ? '1 piece waits' : `${number.format(waiting)} pieces wait`;
  return html`<p class="notice"><a href="/desk/review">${words} for review</a></p>`;
}
