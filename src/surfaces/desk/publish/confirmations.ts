// Confirmations of smaller actions: each page says what will happen, and asks once.

import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { pieceUrl } from '../../../operations/pieces/piece-urls.ts';
import { trashPiece } from '../../../operations/pieces/trash.ts';
import { movePiece } from '../../../operations/publishing/move-piece.ts';
import { ACTS } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { confirmationPage } from '../shared/confirmation-page.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { isOpen } from '../shared/piece-actions.ts';

export const nameOf = ({ working }: DeskPiece) => `“${working.headline || 'Untitled'}”`;

export function confirmations(desk: Desk): void {
  for (const act of ['withdraw', 'reopen', 'unpublish'] as const) {
    desk.writer(
      `/desk/edit/pieces/:id/${act}`,
      (page) => confirm(page, act),
      async (page) => {
        const pieceId = param(page, 'id');
        await movePiece(page.context, actorOf(page), { pieceId, act });
        return { goTo: `/desk/edit/pieces/${pieceId}?done=${act}` };
      },
    );
  }
  desk.writer(
    '/desk/edit/pieces/:id/delete',
    (page) => confirm(page, 'delete'),
    async (page) => {
      await trashPiece(page.context, actorOf(page), param(page, 'id'));
      return { goTo: '/desk?done=delete' };
    },
  );
}

async function confirm(
  page: PageContext,
  act: 'withdraw' | 'reopen' | 'unpublish' | 'delete',
): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const { words, confirmation } = ACTS[act];
  if (!isOpen(page, found, act))
    return nothingToConfirmPage(page, found, 'Nothing to do', confirmation.closed);
  const url = act === 'unpublish' && (await pieceUrl(page.context, actorOf(page), found));
  return confirmationPage(page, {
    question: confirmation.question(nameOf(found)),
    consequence: html`${confirmation.consequence}${url && html` <span class="url">${url}</span>`}`,
    button: words.button,
    here: 'Pieces',
    back: `/desk/edit/pieces/${found.piece.id}`,
  });
}

export const nothingToConfirmPage = (
  page: PageContext,
  { piece }: DeskPiece,
  title: string,
  why: string,
) =>
  deskPage(page, {
    title,
    here: 'Pieces',
    narrow: true,
    content: html`<h1>${title}</h1>
<p class="standfirst">${why}</p>
<p><a href="/desk/edit/pieces/${piece.id}">Back to the text</a></p>`,
  });
