// The desk's home: the writer's pieces by state, with what machines drafted standing out.

import type { FastifyInstance } from 'fastify';
import { assetUrl } from '../../../http/pages/assets.ts';
import type { Context } from '../../../operations/operation.ts';
import { listDeskPieces } from '../../../operations/pieces/own-pieces.ts';
import { ownReaders, SHOWN_DAYS } from '../../../operations/views/view-statistics.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { STATUSES, type Status } from '../../../schemas/vocabulary.ts';
import { DONE, STATUS_WORDS, statusChip, when } from '../shared/labels.ts';
import { deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, deskRoute, type PageContext, query } from '../shared/page-context.ts';
import { firstDesk } from './first-desk.ts';
import { readerWords } from './view-statistics.ts';

type OwnPiece = Awaited<ReturnType<typeof listDeskPieces>>[number];

export function home(scope: FastifyInstance, context: Context): void {
  deskRoute(scope, context, '/desk', { access: 'writer', get: homePage });
}

async function homePage(page: PageContext): Promise<Html> {
  const status = STATUSES.find((each) => each === query(page, 'status')) ?? null;
  const text = query(page, 'q');
  const pieces = await listDeskPieces(page.context, actorOf(page), { status, text });
  if (pieces.length === 0 && !status && !text) return firstDesk(page);
  const readers = await ownReaders(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Your pieces',
    here: 'Pieces',
    done: doneWords(page, DONE),
    content: html`<p class="notice" role="status" data-unsaved="${actorOf(page).slug}" hidden></p>
<div class="inline-group"><h1>Your pieces</h1>
<a class="button primary align-end" href="/desk/edit/pieces/new">New piece</a></div>
<p class="standfirst">Programs may draft here. Only you can publish.${
      readers.all > 0 && ` ${readerWords(readers.all)} in the last ${SHOWN_DAYS} days.`
    }</p>
<p class="inline-group"><a href="/desk/import">Import a file</a>
<a href="/desk/download" download>Download my writing</a></p>
${found(page, { pieces, readers: readers.byPiece, status, text })}
<script type="module" src="${assetUrl('unsaved-pieces.js')}"></script>`,
  });
}

interface Found {
  pieces: OwnPiece[];
  readers: Map<string, number>;
  status: Status | null;
  text: string;
}

const found = (page: PageContext, { pieces, readers, status, text }: Found) =>
  html`${filters(status, text)}
${pieces.length > 0 ? list(page, pieces, readers) : NO_RESULTS}`;

const NO_RESULTS = html`<div class="empty-state"><p>No results. <a href="/desk">Show all</a></p></div>`;

const filters = (
  status: Status | null,
  text: string,
) => html`<form class="inline-group filters" method="get" role="search">
<div><label for="q">Search</label><input id="q" name="q" type="search" value="${text}"></div>
<div><label for="status">State</label><select id="status" name="status"><option value="">All</option>${STATUSES.map(
  (each) =>
    html`<option value="${each}"${each === status && html` selected`}>${STATUS_WORDS[each]}</option>`,
)}</select></div>
<button>Show</button></form>`;

const list = (page: PageContext, pieces: OwnPiece[], readers: Map<string, number>) =>
  html`<ul class="entry-list">${pieces.map((piece) => item(page, piece, readers.get(piece.id) ?? 0))}</ul>`;

/** To its page on the site. */
const publicLink = (author: string, { status, slug, headline }: OwnPiece) =>
  status === 'approved' &&
  slug !== null &&
  html`<a href="/author/${author}/${encodeURIComponent(slug)}" aria-label="View ${headline}">View</a>`;

function item(page: PageContext, piece: OwnPiece, readers: number): Html {
  const now = page.context.now();
  const author = actorOf(page).slug;
  const isAhead = piece.status === 'approved' && piece.live_version !== piece.working_version;
  return html`<li>
<h2><a href="/desk/edit/pieces/${piece.id}">${piece.headline || 'Without a headline'}</a></h2>
<div class="entry-side">${statusChip(piece.status)}<span class="muted">${when(piece.updated_at, now)}</span></div>
${piece.sub && html`<p>${piece.sub}</p>`}
${
  piece.drafted_kind === 'key' &&
  html`<p class="machine">drafted by key “${piece.drafted_name}”, ${when(piece.created_at, now)}</p>`
}
${isAhead && html`<p>Has changes that are not published.</p>`}
${
  (readers > 0 || piece.status === 'approved') &&
  html`<p class="inline-group"><a href="/desk/edit/pieces/${piece.id}/readers"
aria-label="${readerWords(readers)} of ${piece.headline}">${readerWords(readers)}</a>${publicLink(author, piece)}</p>`
}
</li>`;
}
