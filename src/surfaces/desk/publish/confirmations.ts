// Smaller moves, each on a page that asks once and says what will happen.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../operations/operation.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { pieceAddress } from '../../../operations/pieces/piece-urls.ts';
import { deletePiece, movePiece } from '../../../operations/publishing/moves.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { isOpen } from '../pieces/piece-actions.ts';
import { type Ask, askPage } from '../shared/confirmation-page.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, deskPlace, param, type Visit } from '../shared/page-context.ts';

type Asked = Omit<Ask, 'here' | 'back'>;

type Asking = (visit: Visit, found: DeskPiece) => Promise<Asked>;

const nameOf = ({ working }: DeskPiece) => `“${working.headline || 'Without a headline'}”`;

const BACK_TO_DRAFT = 'It becomes a draft again.';

const ASKS = {
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
  unpublish: async (visit, found) => ({
    question: `Unpublish ${nameOf(found)}?`,
    consequence: html`Its address stops answering: readers of <span class="address">${await pieceAddress(visit.context, actorOf(visit), found)}</span> get “404 Not Found”. The text stays with you as a draft, with all its versions. Published again, it is back at the same address.`,
    button: 'Unpublish',
  }),
} as const satisfies { [act: string]: Asking };

export function asking(scope: FastifyInstance, context: Context): void {
  for (const act of ['withdraw', 'reopen', 'unpublish'] as const) {
    deskPlace(scope, context, `/desk/edit/pieces/:id/${act}`, {
      access: 'writer',
      show: async (visit) => {
        const found = await deskPiece(visit.context, actorOf(visit), param(visit, 'id'));
        if (!isOpen(visit, found, act)) return notNow(visit, found, 'Nothing to do', NOT_OPEN[act]);
        return askAbout(visit, found, await ASKS[act](visit, found));
      },
      take: async (visit) => {
        const pieceId = param(visit, 'id');
        await movePiece(visit.context, actorOf(visit), { pieceId, act });
        return { goTo: `/desk/edit/pieces/${pieceId}?done=${act}` };
      },
    });
  }
  deskPlace(scope, context, '/desk/edit/pieces/:id/delete', {
    access: 'writer',
    show: deletePage,
    take: async (visit) => {
      await deletePiece(visit.context, actorOf(visit), param(visit, 'id'));
      return { goTo: '/desk?done=delete' };
    },
  });
}

const NOT_OPEN = {
  withdraw: 'This piece is not in review.',
  reopen: 'This piece is not rejected.',
  unpublish: 'This piece is not public.',
} as const;

async function deletePage(visit: Visit): Promise<Html> {
  const found = await deskPiece(visit.context, actorOf(visit), param(visit, 'id'));
  return askAbout(visit, found, {
    question: `Delete ${nameOf(found)}?`,
    consequence: 'It goes with all its versions, for good.',
    button: 'Delete',
  });
}

const askAbout = (visit: Visit, { piece }: DeskPiece, asked: Asked) =>
  askPage(visit, { ...asked, here: 'Pieces', back: `/desk/edit/pieces/${piece.id}` });

/** In the place of the question, where there is nothing to ask. */
export const notNow = (visit: Visit, { piece }: DeskPiece, title: string, why: string) =>
  deskPage(visit, {
    title,
    here: 'Pieces',
    narrow: true,
    content: html`<h1>${title}</h1>
<p class="standfirst">${why}</p>
<p><a href="/desk/edit/pieces/${piece.id}">Back to the text</a></p>`,
  });
