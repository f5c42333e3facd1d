// Moving a piece: the confirmation that shows what will become public, and the smaller moves.

import type { FastifyInstance } from 'fastify';
import { ERRORS, Problem } from '../../errors.ts';
import { type DeskPiece, deskPiece } from '../../operations/desk.ts';
import { deletePiece, movePiece } from '../../operations/moves.ts';
import type { Context } from '../../operations/operation.ts';
import { articleOf } from '../../rendering/article.ts';
import { type Html, html } from '../../rendering/html.ts';
import { askPage } from './asking.ts';
import { comparison } from './comparison.ts';
import { deskPage, formTokenField } from './layout.ts';
import { actWords, publishingAct } from './piece-actions.ts';
import { savedHow } from './version-words.ts';
import { actorOf, deskPlace, param, type Visit } from './visits.ts';

export function moving(scope: FastifyInstance, context: Context): void {
  deskPlace(scope, context, '/desk/edit/pieces/:id/publish', {
    access: 'writer',
    show: publishPage,
    take: async (visit) => {
      const pieceId = param(visit, 'id');
      const found = await deskPiece(visit.context, actorOf(visit), pieceId);
      const act = publishingAct(visit, found);
      if (!act) throw new Problem('move_refused');
      const version = Number(visit.fields['version']);
      await movePiece(visit.context, actorOf(visit), { pieceId, act, version });
      return { goTo: `/desk/edit/pieces/${pieceId}?done=${act}` };
    },
  });
  for (const act of ['withdraw', 'reopen', 'unpublish'] as const) {
    deskPlace(scope, context, `/desk/edit/pieces/:id/${act}`, {
      access: 'writer',
      show: (visit) => smallMovePage(visit, act),
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
      return { goTo: '/desk' };
    },
  });
}

async function publishPage(visit: Visit): Promise<Html> {
  const found = await deskPiece(visit.context, actorOf(visit), param(visit, 'id'));
  const { piece, working } = found;
  const act = publishingAct(visit, found);
  if (!act) return notNow(visit, found, 'Nothing to publish', 'What is public is what you wrote.');
  if (!working.headline.trim() || !working.body_md.trim()) {
    return notNow(visit, found, 'Not finished yet', ERRORS.not_publishable.reason);
  }
  const [question, consequence] = PUBLISHING_WORDS[act];
  return deskPage(visit, {
    title: `${actWords(act)}: ${working.headline}`,
    here: 'Pieces',
    content: html`<h1>${question}</h1>
<p class="standfirst">${consequence}</p>
${act === 'publish_changes' && changes(visit, found)}
<form class="row" method="post">${formTokenField(visit)}
<input type="hidden" name="version" value="${working.number}">
<button class="primary">${actWords(act)}</button>
<a href="/desk/edit/pieces/${piece.id}">Back to the text</a></form>
${await preview(working)}`,
  });
}

const PUBLISHING_WORDS = {
  publish: ['Make this public?', 'Everyone will be able to read exactly this text.'],
  publish_changes: [
    'Publish these changes?',
    'This is what changes for readers. The address and the date of publication stay.',
  ],
  submit: ['Submit this for review?', 'An admin will see exactly this text.'],
} as const;

/** What readers have now, and what they will have. */
function changes({ context }: Visit, { live, working }: DeskPiece): Html | null {
  if (!live) return null;
  const title = (name: string, version: typeof live) =>
    html`${name} <span class="muted saved">version ${version.number}, ${savedHow(version, context.now())}</span>`;
  return comparison(
    { title: title('Live', live), version: live },
    { title: title('Your working copy', working), version: working },
  );
}

export const preview = async (version: DeskPiece['working']) =>
  html`<section class="preview" aria-label="Preview">${await articleOf(version)}</section>`;

/** In the place of the question, where there is nothing to ask. */
const notNow = (visit: Visit, { piece }: DeskPiece, title: string, why: string) =>
  deskPage(visit, {
    title,
    here: 'Pieces',
    narrow: true,
    content: html`<h1>${title}</h1>
<p class="standfirst">${why}</p>
<p><a href="/desk/edit/pieces/${piece.id}">Back to the text</a></p>`,
  });

const SMALL_WORDS = {
  withdraw: ['Withdraw from review?', 'It becomes a draft again.', 'Withdraw'],
  reopen: ['Reopen this piece?', 'It becomes a draft again.', 'Reopen'],
  unpublish: [
    'Unpublish this piece?',
    'Nobody will find it any more; you keep it as a draft.',
    'Unpublish',
  ],
} as const;

async function smallMovePage(visit: Visit, act: keyof typeof SMALL_WORDS): Promise<Html> {
  const { piece } = await deskPiece(visit.context, actorOf(visit), param(visit, 'id'));
  const [question, consequence, button] = SMALL_WORDS[act];
  const back = `/desk/edit/pieces/${piece.id}`;
  return askPage(visit, { here: 'Pieces', question, consequence, button, back });
}

async function deletePage(visit: Visit): Promise<Html> {
  const { piece, working } = await deskPiece(visit.context, actorOf(visit), param(visit, 'id'));
  return askPage(visit, {
    here: 'Pieces',
    question: `Delete “${working.headline || 'Without a headline'}”?`,
    consequence: 'It goes with all its versions, for good.',
    button: 'Delete',
    back: `/desk/edit/pieces/${piece.id}`,
  });
}
