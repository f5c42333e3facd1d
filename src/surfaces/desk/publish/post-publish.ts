// Page after publishing: the piece as readers see it, its link, and ways to share it; after submitting: the next step.

import { Problem } from '../../../errors.ts';
import { assetUrl } from '../../../http/pages/assets.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import {
  type PublicFacts,
  publishedPiece,
} from '../../../operations/publishing/published-piece.ts';
import {
  openSchedule,
  scheduledTime,
} from '../../../operations/publishing/schedule/schedule-words.ts';
import { ACTS } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { directionOf } from '../../../rendering/text/direction.ts';
import { mastodonServer } from '../../../rendering/text/share-links.ts';
import { categoryName } from '../../../schemas/vocabulary.ts';
import { STATUS_WORDS, when } from '../shared/labels.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param, query } from '../shared/page-context.ts';
import { nameOf, nothingToConfirmPage } from './confirmations.ts';
import { shareSection } from './share.ts';

export const postPublishUrl = (pieceId: string, act: 'publish' | 'publish_changes' | 'submit') => {
  const base = `/desk/edit/pieces/${pieceId}`;
  if (act === 'submit') return `${base}/submitted`;
  return act === 'publish' ? `${base}/published` : `${base}/published?done=${act}`;
};

export function postPublish(desk: Desk): void {
  desk.writer('/desk/edit/pieces/:id/published', publishedPage);
  desk.writer('/desk/edit/pieces/:id/submitted', submittedPage);
}

async function publishedPage(page: PageContext): Promise<Html> {
  const { found, facts } = await publishedPiece(page.context, actorOf(page), param(page, 'id'));
  const { closed } = ACTS.unpublish.confirmation;
  if (!facts) return nothingToConfirmPage(page, found, 'Not public', closed);
  const asked = withServer(page);
  const isChange = query(page, 'done') === 'publish_changes';
  return deskPage(asked, {
    title: `Published: ${facts.headline}`,
    here: 'Pieces',
    content: html`<div class="post-publish">
<div class="post-publish-head"><h1>${isChange ? 'Changes published' : 'Published'}</h1>
<p class="standfirst">${isChange ? 'Readers see them now.' : 'Readers can see it now.'}</p></div>
<div class="post-publish-page">${asReadersSee(page, facts)}${card(facts)}</div>
${link(facts)}
${shareSection(asked, facts)}
${whatNext(found.piece.id)}
</div>
<script type="module" src="${assetUrl('copy-button.js')}"></script>
<script type="module" src="${assetUrl('share.js')}"></script>`,
  });
}

/** The form for Mastodon is sent by GET, because it changes nothing; errors are shown on this page. */
function withServer(page: PageContext): PageContext {
  const server = query(page, 'server');
  if (!server) return page;
  const fields = { server };
  if (mastodonServer(server)) return { ...page, fields };
  const errors = [{ field: 'server', reason: 'Enter your server, such as mastodon.social.' }];
  return { ...page, fields, problem: new Problem('invalid_input', { errors }) };
}

const asReadersSee = (page: PageContext, facts: PublicFacts) =>
  html`<section class="post-publish-words" aria-label="As readers see it" lang="${facts.locale}" dir="${directionOf(
    facts.locale,
  )}">
<p class="kicker" lang="en">${categoryName(facts.category)}</p>
<h2><a href="${facts.url}">${facts.headline}</a></h2>
<p class="standfirst">${facts.sub ?? facts.summary}</p>
<p class="muted">${facts.author} · ${when(facts.publishedAt, page.context.now())}</p></section>`;

/** The image is linked by its path, because the CSP allows only the host name by which the page was opened. */
const card = ({ image, headline }: PublicFacts) => {
  const { pathname, search } = new URL(image);
  return html`<figure class="post-publish-card"><img src="${pathname}${search}" width="1200" height="630"
alt="The card for “${headline}”">
<figcaption class="hint">The card that other sites show with the link.</figcaption></figure>`;
};

const link = ({ url }: PublicFacts) => html`<div class="stack post-publish-link">
<div><label for="public-url">Link</label>
<input id="public-url" class="url" readonly value="${url}"></div>
<div class="inline-group"><a class="button primary" href="${url}">View</a>
<div class="inline-group" data-copy="public-url" hidden>
<button type="button">Copy link</button><span role="status"></span></div></div></div>`;

const whatNext = (
  pieceId: string,
) => html`<nav class="post-publish-next inline-group" aria-label="What next">
<a href="/desk/edit/pieces/new">Write another</a>
<a href="/desk">Back to your desk</a>
<a href="/desk/edit/pieces/${pieceId}">Back to the text</a>
<a href="/desk/edit/pieces/${pieceId}/slug">Change URL</a></nav>`;

function wishWords(page: PageContext, { schedule }: DeskPiece): Html | null {
  const wish = openSchedule(schedule);
  if (!wish) return null;
  const time = scheduledTime(wish, page.context.now());
  return html`<p>Once it’s approved, it will be published on <strong>${time}</strong>.</p>`;
}

async function submittedPage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const { piece } = found;
  const { closed } = ACTS.withdraw.confirmation;
  if (piece.status !== 'pending') return nothingToConfirmPage(page, found, 'Not in review', closed);
  return deskPage(page, {
    title: `In review: ${found.working.headline}`,
    here: 'Pieces',
    narrow: true,
    content: html`<div class="post-publish-head"><h1>${STATUS_WORDS.pending}</h1>
<p class="standfirst">An admin will read ${nameOf(found)} next.</p></div>
${wishWords(page, found)}
<p>You’ll find it at your desk under “${STATUS_WORDS.pending}”. The admin’s decision, and any note to you, will be
there with the piece. Until then, you can withdraw it to keep writing.</p>
<nav class="post-publish-next inline-group" aria-label="What next">
<a class="button primary" href="/desk">Back to your desk</a>
<a href="/desk/edit/pieces/${piece.id}">See the piece</a>
<a href="/desk/edit/pieces/new">Write another</a></nav>`,
  });
}
