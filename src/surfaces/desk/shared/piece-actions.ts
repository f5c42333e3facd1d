// Buttons for the actions that a piece allows in its current state.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import { allowedActs } from '../../../operations/states/allowed-acts.ts';
import { ACTS, type ActName } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { isProgram } from '../../../schemas/vocabulary.ts';
import { csrfField } from './layout.ts';
import { actorOf, type PageContext } from './page-context.ts';

const PUBLISHING = ['publish', 'publish_changes', 'submit'] as const satisfies ActName[];
/** Acts that need no confirmation, because they take nothing away from anyone. */
const DIRECT = ['withdraw', 'reopen'] as const satisfies ActName[];

export const isOpen = (page: PageContext, { piece }: DeskPiece, act: ActName): boolean =>
  allowedActs(piece, actorOf(page), page.context.config).includes(act);

export const publishingAct = (page: PageContext, found: DeskPiece) =>
  PUBLISHING.find((act) => isOpen(page, found, act));

export function publishLink(page: PageContext, found: DeskPiece): Html | null {
  const act = publishingAct(page, found);
  // A public piece without changes has a hidden link, which the editor shows at the first change.
  const isCovered = !act && found.piece.status === 'approved';
  if (!act && !isCovered) return null;
  const { button } = ACTS[act ?? 'publish_changes'].words;
  return html`<a class="button primary" href="/desk/edit/pieces/${found.piece.id}/publish"
data-after-saving${isCovered && html` hidden`}>${button}</a>`;
}

export function waysOn(page: PageContext, found: DeskPiece): Html {
  const base = `/desk/edit/pieces/${found.piece.id}`;
  const act = publishingAct(page, found);
  return html`<div class="inline-group">${DIRECT.filter((each) => isOpen(page, found, each)).map(
    (each) =>
      html`<form method="post" action="${base}/${each}">${csrfField(page)}
<button>${ACTS[each].words.button}</button></form>`,
  )}${
    act &&
    html`<a class="button" href="${base}/publish" data-after-saving>${ACTS[act].words.button}</a>`
  }</div>`;
}

export function pieceActions(page: PageContext, found: DeskPiece): Html {
  const { piece, first } = found;
  const base = `/desk/edit/pieces/${piece.id}`;
  return html`<div class="inline-group actions">
${
  isOpen(page, found, 'unpublish') &&
  html`<a class="button" href="${base}/unpublish">${ACTS.unpublish.words.button}</a>`
}
${isOpen(page, found, 'delete') && html`<a class="align-end" href="${base}/delete">${ACTS.delete.words.button}</a>`}
</div>
<p class="inline-group">${piece.published_at !== null && html`<a href="${base}/readers">Readers</a>`}
${isProgram(first.saved_by_kind) && html`<a href="${base}/machine">What the machine wrote</a>`}
<a href="${base}/preview">Private preview</a> <a href="${base}/conversation">Conversation</a>
<a href="${base}/proposals">Proposals</a> <a href="${base}/record">Record</a></p>`;
}
