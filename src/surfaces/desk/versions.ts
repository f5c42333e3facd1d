// Looking back: every version of a piece, two of them side by side, and the way back to one.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import type { Context } from '../../operations/operation.ts';
import { EDITABLE } from '../../operations/state-table.ts';
import {
  type ComparedVersions,
  compareVersions,
  type ListedVersion,
  listVersions,
  restoreVersion,
} from '../../operations/versions.ts';
import { type Html, html } from '../../rendering/html.ts';
import { SITE_LOCALE } from '../../rendering/locale.ts';
import { comparison } from './comparison.ts';
import { choiceField } from './fields.ts';
import { deskPage, formTokenField } from './layout.ts';
import { savedHow, versionChoice, versionTitle } from './version-words.ts';
import { actorOf, deskPlace, param, query, type Visit } from './visits.ts';

export function versions(scope: FastifyInstance, context: Context): void {
  deskPlace(scope, context, '/desk/edit/pieces/:id/versions', {
    access: 'writer',
    show: listPage,
  });
  deskPlace(scope, context, '/desk/edit/pieces/:id/versions/:number', {
    access: 'writer',
    show: comparePage,
    take: async (visit) => {
      const id = param(visit, 'id');
      const shown = Number(visit.fields['version']);
      await restoreVersion(visit.context, actorOf(visit), id, numberParam(visit), shown);
      return { goTo: `/desk/edit/pieces/${id}?done=restore` };
    },
  });
}

/** What is no number of a version is never asked of the database. */
const numberIn = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

function numberParam(visit: Visit): number {
  const number = numberIn(param(visit, 'number'));
  if (number === null) throw new Problem('not_found');
  return number;
}

async function listPage(visit: Visit): Promise<Html> {
  const below = numberIn(query(visit, 'below'));
  const id = param(visit, 'id');
  const found = await listVersions(visit.context, actorOf(visit), id, below);
  const { piece, working, versions: listed, hasMore } = found;
  const base = `/desk/edit/pieces/${piece.id}`;
  return deskPage(visit, {
    title: `Versions of ${working.headline || 'a piece without a headline'}`,
    here: 'Pieces',
    content: html`<h1>Versions</h1>
<p class="standfirst">Everything you saved of <a href="${base}">${working.headline || 'this piece'}</a>, newest first. Open one to see what changed, or to go back to it.</p>
<ul class="contents versions">${listed.map((version) => item(visit, base, version))}</ul>
${hasMore && html`<p class="onward"><a href="${base}/versions?below=${listed.at(-1)?.number}">Older versions</a></p>`}`,
  });
}

const item = ({ context }: Visit, base: string, version: ListedVersion) => html`<li>
<h2><a href="${base}/versions/${version.number}">Version ${version.number}</a></h2>
<div class="aside">${version.isLive && html`<span class="chip approved">Live</span>`}${version.isWorking && html`<span class="chip">Working copy</span>`}
<span class="muted">${version.words.toLocaleString(SITE_LOCALE)} ${version.words === 1 ? 'word' : 'words'}</span></div>
<p class="saved">${savedHow(version, context.now())}</p></li>`;

async function comparePage(visit: Visit): Promise<Html> {
  const id = param(visit, 'id');
  const chosen = numberIn(query(visit, 'with'));
  const number = numberParam(visit);
  const found = await compareVersions(visit.context, actorOf(visit), id, number, chosen);
  const { piece, shown } = found;
  const base = `/desk/edit/pieces/${piece.id}`;
  return deskPage(visit, {
    title: `Version ${shown.number} of ${shown.headline || 'a piece without a headline'}`,
    here: 'Pieces',
    content: html`<h1>Version ${shown.number}</h1>
<p class="standfirst">Of <a href="${base}">${shown.headline || 'a piece without a headline'}</a>, ${savedHow(shown, visit.context.now())}.</p>
${restoreForm(visit, found)}
<form class="row filters" method="get">
${choiceField(visit, { name: 'with', label: 'Compare with', value: String(found.other?.number ?? ''), options: choices(found) })}
<button>Compare</button></form>
${sideBySide(visit, found)}
<p class="row onward"><a href="${base}/versions">All versions</a> <a href="${base}">Back to the text</a></p>`,
  });
}

const choices = ({ choices: all, shown }: ComparedVersions) =>
  all
    .filter(({ number }) => number !== shown.number)
    .map((version) => [String(version.number), versionChoice(version)] as const);

/** The older one stands on the left, whichever was opened. */
function sideBySide({ context }: Visit, { shown, other }: ComparedVersions): Html {
  const nothing = { ...shown, headline: '', sub: null, body_md: '' };
  const [old, now] = [other ?? nothing, shown].sort((a, b) => a.number - b.number);
  if (!old || !now) return html``;
  const title = (version: typeof shown) =>
    version === nothing ? 'Nothing before it' : versionTitle(version, context.now());
  return comparison({ title: title(old), version: old }, { title: title(now), version: now });
}

function restoreForm(visit: Visit, { piece, shown }: ComparedVersions): Html | null {
  if (shown.number === piece.working_version) return html`<p>This is your working copy.</p>`;
  if (!EDITABLE.includes(piece.status)) return null;
  return html`<form class="row" method="post">${formTokenField(visit)}
<input type="hidden" name="version" value="${piece.working_version}">
<button>Restore this version</button>
<span class="muted">It becomes your working copy, as a new version. Nothing is lost${piece.live_version !== null && ', and what is live stays as it is'}.</span></form>`;
}
