// The desk's home: the writer's pieces by state, with what machines drafted standing out.

import type { FastifyInstance } from 'fastify';
import { listDeskPieces } from '../../operations/desk.ts';
import type { Context } from '../../operations/operation.ts';
import { ownReaders, SHOWN_DAYS } from '../../operations/readership.ts';
import { type Html, html } from '../../rendering/html.ts';
import { STATUSES, type Status } from '../../schemas/vocabulary.ts';
import { deskPage } from './layout.ts';
import { readerWords } from './readership.ts';
import { actorOf, deskPlace, query, type Visit } from './visits.ts';
import { STATUS_WORDS, statusChip, when } from './words.ts';

type OwnPiece = Awaited<ReturnType<typeof listDeskPieces>>[number];

export function home(scope: FastifyInstance, context: Context): void {
  deskPlace(scope, context, '/desk', { access: 'writer', show: homePage });
}

async function homePage(visit: Visit): Promise<Html> {
  const status = STATUSES.find((each) => each === query(visit, 'status')) ?? null;
  const text = query(visit, 'q');
  const pieces = await listDeskPieces(visit.context, actorOf(visit), { status, text });
  const readers = await ownReaders(visit.context, actorOf(visit));
  return deskPage(visit, {
    title: 'Your pieces',
    here: 'Pieces',
    content: html`<div class="row"><h1>Your pieces</h1>
<span class="row push"><a href="/desk/import">Import a file</a> <a class="button primary" href="/desk/edit/pieces/new">New piece</a></span></div>
<p class="standfirst">Programs may draft here. Only you can publish.${readers.all > 0 && ` ${readerWords(readers.all)} in the last ${SHOWN_DAYS} days.`}</p>
${filters(status, text)}
${pieces.length > 0 ? list(visit, pieces, readers.byPiece) : emptyList(status, text)}`,
  });
}

const filters = (
  status: Status | null,
  text: string,
) => html`<form class="row filters" method="get" role="search">
<div><label for="q">Search</label><input id="q" name="q" type="search" value="${text}"></div>
<div><label for="status">State</label><select id="status" name="status"><option value="">All</option>${STATUSES.map(
  (each) =>
    html`<option value="${each}"${each === status && html` selected`}>${STATUS_WORDS[each]}</option>`,
)}</select></div>
<button>Show</button></form>`;

const list = (visit: Visit, pieces: OwnPiece[], readers: Map<string, number>) =>
  html`<ul class="contents">${pieces.map((piece) => item(visit, piece, readers.get(piece.id) ?? 0))}</ul>`;

function item({ context }: Visit, piece: OwnPiece, readers: number): Html {
  const now = context.now();
  const isAhead = piece.status === 'approved' && piece.live_version !== piece.working_version;
  return html`<li>
<h2><a href="/desk/edit/pieces/${piece.id}">${piece.headline || 'Without a headline'}</a></h2>
<div class="aside">${statusChip(piece.status)}<span class="muted">${when(piece.updated_at, now)}</span></div>
${piece.sub && html`<p>${piece.sub}</p>`}
${piece.drafted_kind === 'key' && html`<p class="machine">drafted by key “${piece.drafted_name}”, ${when(piece.created_at, now)}</p>`}
${isAhead && html`<p>Has changes that are not published.</p>`}
${(readers > 0 || piece.status === 'approved') && html`<p><a href="/desk/edit/pieces/${piece.id}/readers" aria-label="${readerWords(readers)} of ${piece.headline}">${readerWords(readers)}</a></p>`}
</li>`;
}

function emptyList(status: Status | null, text: string): Html {
  if (status || text) {
    return html`<div class="empty"><p>Nothing fits. <a href="/desk">Show all</a></p></div>`;
  }
  return html`<div class="empty"><p>Nothing here yet. Write a first piece, or make a key so that a program can draft one for you.</p>
<p class="row"><a class="button" href="/desk/edit/pieces/new">New piece</a> <a href="/desk/edit/online-presence">Make a key</a></p></div>`;
}
