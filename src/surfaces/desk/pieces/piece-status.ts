// The status of a piece: where readers find it, or what a reviewer said about it, with the way on.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { Status } from '../../../schemas/vocabulary.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';
import { waysOn } from './piece-actions.ts';

/** What is said of each state that waits for the writer, and what to do about it. */
const WAITING: {
  readonly [status in Status]?: { said: string; next: (review: boolean) => string };
} = {
  pending: { said: 'This piece is in review.', next: () => 'Withdraw it to keep writing.' },
  rejected: {
    said: 'A reviewer rejected this piece',
    next: () => 'Reopen it as a draft to keep writing.',
  },
  changes_requested: {
    said: 'A reviewer asked for changes',
    next: (review) =>
      review
        ? 'Make them below, then submit it again.'
        : 'Make them below. Reopen it as a draft to publish it.',
  },
};

export function standing(page: PageContext, found: DeskPiece): Html | null {
  const { piece } = found;
  if (piece.status === 'approved' && piece.slug !== null)
    return publicAt(page, piece.id, piece.slug);
  const waiting = WAITING[piece.status];
  if (!waiting) return null;
  const isSentBack = piece.status !== 'pending';
  const { review } = page.context.config;
  return html`<section class="notice${isSentBack && ' problem'}" aria-label="Where it stands">
<p>${waiting.said}${isSentBack && noteWords(found)} ${waiting.next(review)}</p>
${waysOn(page, found)}</section>`;
}

/** What the reviewer wrote: with the move that led here, whatever was logged since. */
function noteWords({ piece, moves }: DeskPiece): string {
  const decided = moves.findLast(
    ({ act, to_status, from_status }) =>
      act !== 'restore' && to_status === piece.status && from_status !== piece.status,
  );
  return decided?.note ? `: “${decided.note}”` : ', without a note.';
}

function publicAt(page: PageContext, id: string, slug: string): Html {
  const { piecePage } = urlsOf(page.context.config.baseUrl);
  const url = piecePage(actorOf(page).slug, slug);
  return html`<p class="inline-group"><span>Public at <a class="url" href="${url}">${url}</a></span>
<a href="/desk/edit/pieces/${id}/published">Share</a>
<a href="/desk/edit/pieces/${id}/slug">Change URL</a></p>`;
}
