// Publishing: the confirmation that shows what will become public, and where.

import type { FastifyInstance } from 'fastify';
import { ERRORS, Problem } from '../../../errors.ts';
import type { Context } from '../../../operations/operation.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { movePiece } from '../../../operations/publishing/moves.ts';
import { articleOf } from '../../../rendering/templates/article.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { actWords, publishingAct } from '../pieces/piece-actions.ts';
import { deskPage, formTokenField } from '../shared/layout.ts';
import { actorOf, deskPlace, param, type Visit } from '../shared/page-context.ts';
import { comparison } from '../versions/comparison.ts';
import { savedHow } from '../versions/version-labels.ts';
import { notNow } from './confirmations.ts';
import { publishingFacts } from './publish-details.ts';

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
${await publishingFacts(visit, found)}
<form class="row decision" method="post">${formTokenField(visit)}
<input type="hidden" name="version" value="${working.number}">
<button class="primary">${actWords(act)}</button>
<a href="/desk/edit/pieces/${piece.id}">Back to the text</a>
<span class="muted push">Version ${working.number}</span></form>
${act === 'publish_changes' && changes(visit, found)}
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

export const preview = async (version: DeskPiece['working'], author?: string) =>
  html`<section class="preview" aria-label="Preview">${await articleOf(version, author)}</section>`;
