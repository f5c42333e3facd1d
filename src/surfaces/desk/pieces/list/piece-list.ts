// The list of pieces at the desk, as a form for bulk actions.

import { assetUrl } from '../../../../http/pages/assets.ts';
import type { DeskList, OwnPiece } from '../../../../operations/pieces/desk-list/desk-list.ts';
import {
  endedWords,
  openSchedule,
  type ScheduleRow,
  scheduledTime,
} from '../../../../operations/publishing/schedule/schedule-words.ts';
import { type Html, html } from '../../../../rendering/templates/html.ts';
import { CATEGORIES, CATEGORY_NAMES, isProgram } from '../../../../schemas/vocabulary.ts';
import { ago, onDay } from '../../shared/dates.ts';
import { statusChip } from '../../shared/labels.ts';
import { csrfField } from '../../shared/layout.ts';
import { actorOf, type PageContext } from '../../shared/page-context.ts';
import { readerWords } from '../view-statistics.ts';

/** Prefix of the checkboxes' names, which end in the piece's id. */
export const CHOSEN = 'piece-';

export const pieceList = (
  page: PageContext,
  { pieces, schedules, proposals }: Pick<DeskList, 'pieces' | 'schedules' | 'proposals'>,
  readers: Map<string, number>,
  back: string,
) => html`<form method="post" action="/desk/bulk" data-bulk>${csrfField(page)}
<input type="hidden" name="back" value="${back}">
<ul class="entry-list choosable">${pieces.map((piece) =>
  item(
    page,
    piece,
    readers.get(piece.id) ?? 0,
    schedules.get(piece.id),
    proposals.filter(({ piece_id }) => piece_id === piece.id),
  ),
)}</ul>
<fieldset class="inline-group bulk-acts"><legend class="visually-hidden">With the chosen pieces</legend>
<label class="choose-all" data-choose-all hidden><input type="checkbox"> Select all on this page</label>
<span class="inline-group"><label class="visually-hidden" for="bulk-category">Category</label>
<select id="bulk-category" name="category">${CATEGORIES.map(
  (category) => html`<option value="${category}">${CATEGORY_NAMES[category]}</option>`,
)}</select>
<button name="act" value="category">Set category</button></span>
<button class="align-end" name="act" value="delete">Delete…</button></fieldset></form>
<script type="module" src="${assetUrl('choose-all.js')}"></script>`;

const named = ({ headline }: OwnPiece) => headline || 'Untitled';

const publicLink = (author: string, piece: OwnPiece) =>
  piece.status === 'approved' &&
  piece.slug !== null &&
  html`<a href="/author/${author}/${encodeURIComponent(piece.slug)}" aria-label="View ${named(piece)}">View</a>`;

function schedulePart(piece: OwnPiece, schedule: ScheduleRow | undefined, now: Date): Html | null {
  const open = openSchedule(schedule);
  if (open) {
    const words = `Scheduled for ${scheduledTime(open, now)}`;
    return html`<p><a href="/desk/edit/pieces/${piece.id}/schedule"
aria-label="${words}: ${named(piece)}">${words}</a></p>`;
  }
  const ended = endedWords(piece, schedule, now);
  return ended ? html`<p class="muted">${ended}</p>` : null;
}

function proposalPart(piece: OwnPiece, proposals: DeskList['proposals']): Html {
  const [first] = proposals;
  const words = proposals.length === 1 ? '1 open proposal' : `${proposals.length} open proposals`;
  const url = `/desk/edit/pieces/${piece.id}/proposals`;
  const to = first && proposals.length === 1 ? `${url}/${first.id}` : url;
  return html`<p class="machine"><a href="${to}" aria-label="${words}: ${named(piece)}">${words}</a></p>`;
}

function item(
  page: PageContext,
  piece: OwnPiece,
  readers: number,
  schedule: ScheduleRow | undefined,
  proposals: DeskList['proposals'],
): Html {
  const now = page.context.now();
  return html`<li>
<label class="choose"><input type="checkbox" name="${CHOSEN}${piece.id}" value="yes">
<span class="visually-hidden">Choose ${named(piece)}</span></label>
<h2><a href="/desk/edit/pieces/${piece.id}">${named(piece)}</a></h2>
<div class="entry-side"><span class="chips">${statusChip(piece.status)}${
    piece.has_changes === 1 && html` <span class="chip">Changes not published</span>`
  }</span>
<span class="muted">${dates(piece, now)}</span></div>
${piece.sub && html`<p>${piece.sub}</p>`}
${schedulePart(piece, schedule, now)}
${proposals.length > 0 && proposalPart(piece, proposals)}
${
  isProgram(piece.drafted_kind) &&
  html`<p class="machine">drafted by ${piece.drafted_kind} “${piece.drafted_name}”, ${ago(piece.created_at, now)}</p>`
}
${
  (readers > 0 || piece.status === 'approved') &&
  html`<p class="inline-group"><a href="/desk/edit/pieces/${piece.id}/readers"
aria-label="${readerWords(readers)} of ${named(piece)}">${readerWords(readers)}</a>
${publicLink(actorOf(page).slug, piece)}</p>`
}
</li>`;
}

const dates = ({ status, published_at, edited_at }: OwnPiece, now: Date) =>
  html`Edited ${ago(edited_at, now)}${
    status === 'approved' && published_at && html` · Published ${onDay(published_at, now)}`
  }`;
