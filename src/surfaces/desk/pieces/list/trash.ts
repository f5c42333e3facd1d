// The trash: deleted pieces, which can be read, restored or permanently deleted.

import { timestamp } from '../../../../operations/operation.ts';
import {
  deletePermanently,
  emptyTrash,
  listTrash,
  restoreFromTrash,
  type Trash,
  trashedPiece,
} from '../../../../operations/pieces/trash.ts';
import { type Html, html } from '../../../../rendering/templates/html.ts';
import { PIECE_LIMITS } from '../../../../schemas/piece-limits.ts';
import { confirmationPage } from '../../shared/confirmation-page.ts';
import { ago, inDays } from '../../shared/dates.ts';
import { statusChip } from '../../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param, query } from '../../shared/page-context.ts';
import { preview } from '../../shared/preview.ts';
import { pageLinks, pageNumber } from './page-links.ts';

export function trash(desk: Desk): void {
  desk.writer('/desk/trash', listPage);
  desk.writer('/desk/trash/empty', confirmEmpty, async (page) => {
    await emptyTrash(page.context, actorOf(page), page.fields['asked_at'] ?? '');
    return { goTo: '/desk/trash?done=emptied' };
  });
  desk.writer('/desk/trash/:id', piecePage);
  desk.writer('/desk/trash/:id/restore', piecePage, async (page) => {
    await restoreFromTrash(page.context, actorOf(page), param(page, 'id'));
    return { goTo: `/desk/edit/pieces/${param(page, 'id')}?done=untrash` };
  });
  desk.writer('/desk/trash/:id/delete', confirmDelete, async (page) => {
    await deletePermanently(page.context, actorOf(page), param(page, 'id'));
    return { goTo: '/desk/trash?done=deleted' };
  });
}

const DONE: { readonly [done: string]: string } = {
  deleted: 'Permanently deleted, with all its versions.',
  emptied: 'The trash is empty.',
};

const named = (headline: string) => headline || 'Untitled';

async function listPage(page: PageContext): Promise<Html> {
  const found = await listTrash(page.context, actorOf(page), pageNumber(query(page, 'page')));
  return deskPage(page, {
    title: 'Trash',
    here: 'Pieces',
    done: doneWords(page, DONE),
    content: html`<div class="inline-group"><h1>Trash</h1>
${found.count > 0 && html`<a class="button align-end" href="/desk/trash/empty">Empty the trash</a>`}</div>
<p class="standfirst">Pieces that you delete stay here for ${PIECE_LIMITS.trashDays} days. Only you can see them.</p>
${found.count > 0 ? list(page, found) : EMPTY}
${pageLinks(found, (to) => `/desk/trash?page=${to}`)}
<p class="back-links"><a href="/desk">Your pieces</a></p>`,
  });
}

const EMPTY = html`<div class="empty-state"><p>The trash is empty.</p></div>`;

const list = (page: PageContext, { pieces }: Trash) => {
  const now = page.context.now();
  return html`<ul class="entry-list">${pieces.map(
    ({ id, headline, sub, status, trashed_at, deletedAfter }) => html`<li>
<h2><a href="/desk/trash/${id}">${named(headline)}</a></h2>
<div class="entry-side">${statusChip(status)}</div>
${sub && html`<p>${sub}</p>`}
<p>Deleted ${ago(trashed_at ?? '', now)} · will be permanently deleted ${inDays(deletedAfter, now)}</p>
<div class="inline-group entry-acts">${restoreForm(page, id, named(headline))}
<a href="/desk/trash/${id}/delete" aria-label="Delete permanently: ${named(headline)}">Delete permanently</a></div>
</li>`,
  )}</ul>`;
};

const restoreForm = (page: PageContext, id: string, headline?: string) =>
  html`<form method="post" action="/desk/trash/${id}/restore">${csrfField(page)}
<button${headline && html` aria-label="Restore ${headline}"`}>Restore</button></form>`;

async function piecePage(page: PageContext): Promise<Html> {
  const { piece, working } = await trashedPiece(page.context, actorOf(page), param(page, 'id'));
  const now = page.context.now();
  return deskPage(page, {
    title: `In the trash: ${named(working.headline)}`,
    here: 'Pieces',
    content: html`<h1>This piece is in the trash</h1>
<p class="standfirst">Restore it to keep writing. It comes back with all its versions, and its private link works
again if it had one.</p>
<p>Deleted ${ago(piece.trashed_at ?? '', now)}. It will be permanently deleted ${inDays(piece.deletedAfter, now)}.</p>
<div class="inline-group sticky-actions">${restoreForm(page, piece.id)}
<a href="/desk/trash/${piece.id}/delete">Delete permanently</a>
<a class="align-end" href="/desk/trash">Back to the trash</a></div>
${await preview(working)}`,
  });
}

async function confirmDelete(page: PageContext): Promise<Html> {
  const { piece, working } = await trashedPiece(page.context, actorOf(page), param(page, 'id'));
  return confirmationPage(page, {
    question: `Permanently delete “${named(working.headline)}”?`,
    consequence: 'This deletes the piece and all its versions. You can’t undo it.',
    button: 'Delete permanently',
    here: 'Pieces',
    back: `/desk/trash/${piece.id}`,
  });
}

async function confirmEmpty(page: PageContext): Promise<Html> {
  const { count } = await listTrash(page.context, actorOf(page), 1);
  const what = count === 1 ? 'the piece' : `all ${count} pieces`;
  return confirmationPage(page, {
    question: 'Empty the trash?',
    consequence:
      count === 0
        ? 'It’s already empty.'
        : `This permanently deletes ${what} in it, including every version. You can’t undo it.`,
    button: 'Empty the trash',
    fields: { asked_at: timestamp(page.context.now()) },
    here: 'Pieces',
    back: '/desk/trash',
  });
}
