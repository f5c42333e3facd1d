// The status of a piece: where readers find it, or what a reviewer said about it.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';

export function standing(page: PageContext, found: DeskPiece): Html | null {
  const { piece, moves } = found;
  // The trash, and the way back from it, are in the log too.
  const note = moves.findLast(({ act }) => act !== 'delete' && act !== 'restore')?.note;
  if (piece.status === 'approved' && piece.slug !== null) return publicAt(page, piece.slug);
  if (piece.status === 'changes_requested') return said('A reviewer asked for changes', note);
  return piece.status === 'rejected' ? said('A reviewer rejected this piece', note) : null;
}

function publicAt(page: PageContext, slug: string): Html {
  const { piecePage } = urlsOf(page.context.config.baseUrl);
  const url = piecePage(actorOf(page).slug, slug);
  return html`<p>Public at <a class="url" href="${url}">${url}</a></p>`;
}

const said = (what: string, note: string | null | undefined) =>
  html`<p class="notice problem">${what}${note ? `: “${note}”` : ', without a note.'}</p>`;
