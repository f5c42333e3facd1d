// Page that changes a piece's slug; if the piece was public, its URL changes too, so the page asks for confirmation.

import { Problem } from '../../../errors.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { proposedSlug } from '../../../operations/pieces/piece-urls.ts';
import { changeSlug, checkSlug } from '../../../operations/publishing/change-slug.ts';
import { EDITABLE } from '../../../operations/states/state-table.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { confirmationPage } from '../shared/confirmation-page.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext, param } from '../shared/page-context.ts';
import { nameOf, nothingToConfirmPage } from './confirmations.ts';
import { slugField } from './publish-details.ts';

export function slugRoutes(desk: Desk): void {
  desk.writer('/desk/edit/pieces/:id/slug', slugPage, takeSlug);
}

const DONE: { readonly [done: string]: string } = {
  changed: 'The URL has changed. The old one leads to the new one.',
  chosen: 'Saved. The piece will have this URL when it’s published.',
  same: 'The URL is the same as before.',
};

async function takeSlug(page: PageContext): Promise<GoTo | Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const { piece } = found;
  if (!EDITABLE.includes(piece.status)) throw new Problem('move_refused');
  const { slug: given = '', confirm } = page.fields;
  const slug = await checkSlug(page.context, piece, given);
  const goTo = (done: string) => ({ goTo: `/desk/edit/pieces/${piece.id}/slug?done=${done}` });
  if (slug === piece.slug) return goTo('same');
  const wasPublic = piece.published_at !== null;
  if (wasPublic && confirm !== 'yes') return confirmSlug(page, found, slug);
  await changeSlug(page.context, actorOf(page), piece.id, slug);
  return goTo(wasPublic ? 'changed' : 'chosen');
}

const urlWith = (page: PageContext, slug: string) =>
  decodeURI(urlsOf(page.context.config.baseUrl).piecePage(actorOf(page).slug, slug));

const confirmSlug = (page: PageContext, found: DeskPiece, slug: string) =>
  confirmationPage(page, {
    here: 'Pieces',
    question: `Change the URL of ${nameOf(found)}?`,
    consequence: html`The old URL leads to the new one, so links to it keep working. Feeds and programs identify the
piece by its id, which stays the same.`,
    details: html`<dl class="facts">
<dt>Old</dt><dd><span class="url">${urlWith(page, found.piece.slug ?? '')}</span></dd>
<dt>New</dt><dd><span class="url">${urlWith(page, slug)}</span></dd></dl>`,
    fields: { slug, confirm: 'yes' },
    button: 'Change URL',
    back: `/desk/edit/pieces/${found.piece.id}/slug`,
  });

async function slugPage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const { piece } = found;
  if (!EDITABLE.includes(piece.status)) {
    return nothingToConfirmPage(page, found, 'Not now', NOT_NOW);
  }
  return deskPage(page, {
    title: 'Change the URL',
    here: 'Pieces',
    narrow: true,
    done: doneWords(page, DONE),
    content: html`<h1>Change the URL</h1>
<p class="standfirst">The last part of the URL of ${nameOf(found)}.</p>
<form class="stack" method="post" action="/desk/edit/pieces/${piece.id}/slug">${csrfField(page)}
${slugField(page, {
  value: await proposedSlug(page.context, found),
  hint:
    piece.published_at === null
      ? undefined
      : 'Every URL that the piece has had leads to the new one.',
})}
<div class="inline-group"><button class="primary">Change URL</button>
<a href="/desk/edit/pieces/${piece.id}">Back to the text</a></div>
</form>`,
  });
}

const NOT_NOW =
  'You can’t change the URL of a piece that is in review or was rejected. Withdraw or reopen it first.';
