// Diff between a machine's draft and the writer's changes, shown in one text.

import { assetUrl } from '../../../http/pages/assets.ts';
import { conversationOn } from '../../../operations/editorial/conversation.ts';
import { type MachineDraft, machineDraft } from '../../../operations/pieces/versions.ts';
import { ACTS } from '../../../operations/states/state-table.ts';
import type { Row } from '../../../rendering/diff/text-diff.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { directionOf } from '../../../rendering/text/direction.ts';
import { threadSection } from '../editorial/conversation.ts';
import { isChanged, marked, visible } from '../shared/comparison.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { publishingAct } from '../shared/piece-actions.ts';
import { savedHow } from './version-labels.ts';

export function machine(desk: Desk): void {
  desk.writer('/desk/edit/pieces/:id/machine', machinePage);
}

async function machinePage(page: PageContext): Promise<Html> {
  const found = await machineDraft(page.context, actorOf(page), param(page, 'id'));
  const { piece, working, machine: draft, changes } = found;
  const base = `/desk/edit/pieces/${piece.id}`;
  return deskPage(page, {
    title: `Machine and writer: ${working.headline || 'Untitled'}`,
    here: 'Pieces',
    content: html`<h1>What the machine wrote, and what you changed</h1>
<p class="standfirst">${summary(found)}</p>
<p class="muted">Version ${draft.number}, ${savedHow(draft, page.context.now())}, compared with your working copy,
version ${working.number}.</p>
${actions(page, found)}
<p class="legend"><span class="machine-words">bracketed: contains the machine’s words</span>
<span><ins>underlined</ins>: added by you</span> <span><del>struck out</del>: removed by you</span></p>
<article class="annotated-text" lang="${working.locale}" dir="${directionOf(working.locale)}">
${changes.headline.map((row) => paragraph('headline', row))}
${changes.sub.map((row) => paragraph('standfirst', row))}
<div data-markable="${working.number}">${changes.body_md.map((row) => paragraph('diff-text', row))}</div>
</article>
${threadSection(page, found, await conversationOn(page.context, found), 'conversation')}
<script type="module" src="${assetUrl('mark-words.js')}"></script>
<p class="inline-group back-links"><a href="${base}/versions">Versions</a></p>`,
  });
}

function actions(page: PageContext, found: MachineDraft): Html {
  const { piece, working } = found;
  const act = publishingAct(page, found);
  const base = `/desk/edit/pieces/${piece.id}`;
  return html`<p class="inline-group sticky-actions">
${act && html`<a class="button primary" href="${base}/publish">${ACTS[act].words.button}</a>`}
<a href="${base}">Back to the text</a>
<span class="muted align-end">Version ${working.number}</span></p>`;
}

const summary = ({ keptPercent }: MachineDraft) => {
  if (keptPercent === 100) return 'You kept all of the machine’s words.';
  if (keptPercent === 0) return 'You kept none of the machine’s words.';
  return `You kept ${keptPercent}% of the machine’s words.`;
};

const isTheirs = (row: Row) => row.some(({ kind }) => kind !== 'added');

const paragraph = (name: string, given: Row) => {
  const row = visible(given);
  const whose = isTheirs(row) ? 'machine-words' : 'writer-words';
  return html`<p class="${name} ${whose}${isChanged(row) && ' mixed'}">${marked(row)}</p>
`;
};
