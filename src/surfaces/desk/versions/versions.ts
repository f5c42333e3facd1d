// Compares two versions of a piece, previews one of them, and restores it.

import { Problem } from '../../../errors.ts';
import { assetUrl } from '../../../http/pages/assets.ts';
import { conversationOn } from '../../../operations/editorial/conversation.ts';
import {
  type ComparedVersions,
  compareVersions,
  restoreVersion,
} from '../../../operations/pieces/versions.ts';
import { EDITABLE } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { threadSection } from '../editorial/conversation.ts';
import { comparison } from '../shared/comparison.ts';
import { choiceField } from '../shared/form-fields.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param, query } from '../shared/page-context.ts';
import { preview } from '../shared/preview.ts';
import { savedHow, versionChoice, versionTitle } from './version-labels.ts';
import { listPage, numberIn } from './version-list.ts';

export function versions(desk: Desk): void {
  desk.writer('/desk/edit/pieces/:id/versions', listPage);
  desk.writer('/desk/edit/pieces/:id/versions/:number', comparePage, async (page) => {
    const id = param(page, 'id');
    const shown = Number(page.fields['version']);
    const { live_version, has_changes } = await restoreVersion(
      page.context,
      actorOf(page),
      id,
      numberParam(page),
      shown,
    );
    const isAsLive = live_version !== null && has_changes === 0;
    return { goTo: `/desk/edit/pieces/${id}?done=${isAsLive ? 'restore_live' : 'restore'}` };
  });
}

function numberParam(page: PageContext): number {
  const number = numberIn(param(page, 'number'));
  if (number === null) throw new Problem('not_found');
  return number;
}

async function comparePage(page: PageContext): Promise<Html> {
  const id = param(page, 'id');
  const chosen = numberIn(query(page, 'with'));
  const number = numberParam(page);
  const found = await compareVersions(page.context, actorOf(page), id, number, chosen);
  const { piece, shown } = found;
  const base = `/desk/edit/pieces/${piece.id}`;
  return deskPage(page, {
    title: `Version ${shown.number} of ${shown.headline || 'a piece without a headline'}`,
    here: 'Pieces',
    content: html`<h1>Version ${shown.number}</h1>
<p class="standfirst">Of <a href="${base}">${shown.headline || 'a piece without a headline'}</a>,
${savedHow(shown, page.context.now())}.</p>
${restoreForm(page, found)}
<form class="inline-group filters" method="get">
${choiceField(page, {
  name: 'with',
  label: 'Compare with',
  value: String(found.other?.number ?? ''),
  options: choices(found),
})}
<button>Compare</button></form>
${await sideBySide(page, found)}
${threadSection(page, found, await conversationOn(page.context, found), 'conversation')}
<script type="module" src="${assetUrl('mark-words.js')}"></script>
<h2>Preview of version ${shown.number}</h2>
${await preview(shown)}
<p class="inline-group back-links"><a href="${base}/versions">All versions</a>
<a href="${base}">Back to the text</a></p>`,
  });
}

const choices = ({ choices: all, shown }: ComparedVersions) =>
  all
    .filter(({ number }) => number !== shown.number)
    .map((version) => [String(version.number), versionChoice(version)] as const);

/** The older version is on the left, no matter which one was opened. */
async function sideBySide(
  { context }: PageContext,
  { shown, other }: ComparedVersions,
): Promise<Html> {
  const nothing = { ...shown, headline: '', sub: null, body_md: '', image: null };
  const beside = other ?? nothing;
  const [old, now] = beside.number > shown.number ? [shown, beside] : [beside, shown];
  const title = (version: typeof shown) =>
    version === nothing ? 'No earlier version' : versionTitle(version, context.now());
  return comparison({ title: title(old), version: old }, { title: title(now), version: now }, true);
}

function restoreForm(page: PageContext, { piece, shown }: ComparedVersions): Html | null {
  if (shown.number === piece.working_version) return html`<p>This is your working copy.</p>`;
  if (!EDITABLE.includes(piece.status)) return null;
  return html`<form class="inline-group" method="post">${csrfField(page)}
<input type="hidden" name="version" value="${piece.working_version}">
<button>Restore this version</button>
<span class="muted">This saves it as a new version, which becomes your working copy. You keep all other versions${
    piece.live_version !== null && ', and the live version doesn’t change'
  }.</span></form>`;
}
