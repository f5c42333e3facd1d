// What can be done with a piece where it stands, as buttons.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import {
  type Act,
  DELETABLE,
  MOVES,
  type Move,
} from '../../../operations/publishing/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { csrfField } from '../shared/layout.ts';
import type { PageContext } from '../shared/page-context.ts';

/** Moves that are asked for once more, on a page that shows what they do. */
const PUBLISHING = ['publish', 'publish_changes', 'submit'] as const satisfies Act[];
/** Moves that take nothing from anyone, and are made at once. */
const DIRECT = ['withdraw', 'reopen'] as const satisfies Act[];

const WORDS: { readonly [act in (typeof PUBLISHING)[number] | (typeof DIRECT)[number]]: string } = {
  publish: 'Publish',
  publish_changes: 'Publish changes',
  submit: 'Submit for review',
  withdraw: 'Withdraw',
  reopen: 'Reopen',
};

export const isOpen = ({ context }: PageContext, { piece }: DeskPiece, act: Act): boolean => {
  const move: Move = MOVES[act];
  const review = context.config.review ? 'on' : 'off';
  if (move.review !== 'either' && move.review !== review) return false;
  if (act === 'publish_changes' && piece.live_version === piece.working_version) return false;
  return move.from.includes(piece.status);
};

/** The act by which this piece goes towards the public now, if any. */
export const publishingAct = (page: PageContext, found: DeskPiece) =>
  PUBLISHING.find((act) => isOpen(page, found, act));

export const actWords = (act: keyof typeof WORDS) => WORDS[act];

/** The way to the page that asks once more and shows what will be public. */
export function publishLink(page: PageContext, found: DeskPiece): Html | null {
  const act = publishingAct(page, found);
  // As it is live: the editor uncovers the link with the first change.
  const isCovered = !act && found.piece.status === 'approved';
  if (!act && !isCovered) return null;
  return html`<a class="button primary" href="/desk/edit/pieces/${found.piece.id}/publish" data-after-saving${
    isCovered && html` hidden`
  }>${WORDS[act ?? 'publish_changes']}</a>`;
}

export function pieceActions(page: PageContext, found: DeskPiece): Html {
  const { piece, first } = found;
  const base = `/desk/edit/pieces/${piece.id}`;
  return html`<div class="inline-group actions">
${DIRECT.filter((act) => isOpen(page, found, act)).map(
  (act) =>
    html`<form method="post" action="${base}/${act}">${csrfField(page)}<button>${WORDS[act]}</button></form>`,
)}
${isOpen(page, found, 'unpublish') && html`<a class="button" href="${base}/unpublish">Unpublish</a>`}
${DELETABLE.includes(piece.status) && html`<a class="align-end" href="${base}/delete">Delete</a>`}
</div>
<p class="inline-group">${piece.published_at !== null && html`<a href="${base}/readers">Readers</a>`}
${first.saved_by_kind === 'key' && html`<a href="${base}/machine">What the machine wrote</a>`}
<a href="${base}/preview">Private preview</a></p>`;
}
