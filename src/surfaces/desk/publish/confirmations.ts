// Smaller moves, each on a page that asks once and says what will happen.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../operations/operation.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { pieceUrl } from '../../../operations/pieces/piece-urls.ts';
import { deletePiece, movePiece } from '../../../operations/publishing/moves.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { isOpen } from '../pieces/piece-actions.ts';
import { type Confirmation, confirmationPage } from '../shared/confirmation-page.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, deskRoute, type PageContext, param } from '../shared/page-context.ts';

type Question = Omit<Confirmation, 'here' | 'back'>;

type Confirm = (page: PageContext, found: DeskPiece) => Promise<Question>;

const nameOf = ({ working }: DeskPiece) => `“${working.headline || 'Without a headline'}”`;

const BACK_TO_DRAFT = 'It becomes a draft again.';

const CONFIRMATIONS = {
  withdraw: async (_visit, found) => ({
    question: `Withdraw ${nameOf(found)} from review?`,
    consequence: BACK_TO_DRAFT,
    button: 'Withdraw',
  }),
  reopen: async (_visit, found) => ({
    question: `Reopen ${nameOf(found)}?`,
    consequence: BACK_TO_DRAFT,
    button: 'Reopen',
  }),
  unpublish: async (page, found) => ({
    question: `Unpublish ${nameOf(found)}?`,
    consequence: html`Its address stops answering: readers of
<span class="url">${await pieceUrl(page.context, actorOf(page), found)}</span> get “404 Not Found”. The text stays
with you as a draft, with all its versions. Published again, it is back at the same address.`,
    button: 'Unpublish',
  }),
} as const satisfies { [act: string]: Confirm };

export function confirmations(scope: FastifyInstance, context: Context): void {
  for (const act of ['withdraw', 'reopen', 'unpublish'] as const) {
    deskRoute(scope, context, `/desk/edit/pieces/:id/${act}`, {
      access: 'writer',
      get: async (page) => {
        const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
        if (!isOpen(page, found, act)) return notNow(page, found, 'Nothing to do', NOT_OPEN[act]);
        return confirm(page, found, await CONFIRMATIONS[act](page, found));
      },
      post: async (page) => {
        const pieceId = param(page, 'id');
        await movePiece(page.context, actorOf(page), { pieceId, act });
        return { goTo: `/desk/edit/pieces/${pieceId}?done=${act}` };
      },
    });
  }
  deskRoute(scope, context, '/desk/edit/pieces/:id/delete', {
    access: 'writer',
    get: deletePage,
    post: async (page) => {
      await deletePiece(page.context, actorOf(page), param(page, 'id'));
      return { goTo: '/desk?done=delete' };
    },
  });
}

const NOT_OPEN = {
  withdraw: 'This piece is not in review.',
  reopen: 'This piece is not rejected.',
  unpublish: 'This piece is not public.',
} as const;

async function deletePage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  return confirm(page, found, {
    question: `Delete ${nameOf(found)}?`,
    consequence: 'It goes with all its versions, for good.',
    button: 'Delete',
  });
}

const confirm = (page: PageContext, { piece }: DeskPiece, asked: Question) =>
  confirmationPage(page, { ...asked, here: 'Pieces', back: `/desk/edit/pieces/${piece.id}` });

/** In the place of the question, where there is nothing to ask. */
export const notNow = (page: PageContext, { piece }: DeskPiece, title: string, why: string) =>
  deskPage(page, {
    title,
    here: 'Pieces',
    narrow: true,
    content: html`<h1>${title}</h1>
<p class="standfirst">${why}</p>
<p><a href="/desk/edit/pieces/${piece.id}">Back to the text</a></p>`,
  });
