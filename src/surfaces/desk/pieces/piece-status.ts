// The status of a piece: its public URL, or a reviewer's decision and the next step.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import {
  endedWords,
  openSchedule,
  type ScheduleRow,
  scheduledTime,
} from '../../../operations/publishing/schedule/schedule-words.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { Status } from '../../../schemas/vocabulary.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';
import { waysOn } from '../shared/piece-actions.ts';

const WAITING: {
  readonly [status in Status]?: { said: string; next: (review: boolean) => string };
} = {
  pending: { said: 'This piece is in review.', next: () => 'Withdraw it to keep writing.' },
  rejected: {
    said: 'A reviewer rejected this piece',
    next: () => 'Reopen it as a draft to keep writing.',
  },
  changes_requested: {
    said: 'A reviewer asked for changes',
    next: (review) =>
      review
        ? 'Make them below, then submit it again.'
        : 'Make them below. To publish the piece, reopen it as a draft first.',
  },
};

export function standing(page: PageContext, found: DeskPiece): Html | null {
  const { piece } = found;
  const schedule = openSchedule(found.schedule);
  if (schedule) return scheduledNotice(page, found, schedule);
  const ended = endedWords(piece, found.schedule, page.context.now());
  if (piece.status === 'approved' && piece.slug !== null)
    return html`${ended && html`<p class="notice">${ended}</p>`}${publicAt(page, piece.id, piece.slug)}`;
  const waiting = WAITING[piece.status];
  if (!waiting) return ended ? html`<p class="notice">${ended}</p>` : null;
  const isSentBack = piece.status !== 'pending';
  const { review } = page.context.config;
  return html`<section class="notice${isSentBack && ' problem'}" aria-label="Where it stands">
<p>${waiting.said}${isSentBack && noteWords(found)} ${waiting.next(review)}</p>
${ended && html`<p>${ended}</p>`}
${waysOn(page, found)}</section>`;
}

/** Notice of a scheduled version; edits after scheduling create other versions and don't change it. */
function scheduledNotice(page: PageContext, found: DeskPiece, schedule: ScheduleRow): Html {
  const { id, status } = found.piece;
  const time = scheduledTime(schedule, page.context.now());
  const rest =
    schedule.state === 'wished'
      ? 'An admin will read it first.'
      : status === 'pending'
        ? 'An admin approved it.'
        : `Version ${schedule.version} will be published; later edits aren’t included.`;
  return html`<section class="notice" aria-label="Where it stands">
<p><strong>Scheduled for ${time}.</strong> ${rest}</p>
<p class="inline-group"><a class="button" href="/desk/edit/pieces/${id}/schedule"
data-after-saving>Reschedule, publish now or cancel</a></p>
${status === 'pending' && waysOn(page, found)}</section>`;
}

/** The note comes from the transition to the current status, even if other transitions were logged since. */
function noteWords({ piece, moves }: DeskPiece): string {
  const decided = moves.findLast(
    ({ act, to_status, from_status }) =>
      act !== 'restore' && to_status === piece.status && from_status !== piece.status,
  );
  return decided?.note ? `: “${decided.note}”` : ', without a note.';
}

function publicAt(page: PageContext, id: string, slug: string): Html {
  const { piecePage } = urlsOf(page.context.config.baseUrl);
  const url = piecePage(actorOf(page).slug, slug);
  return html`<p class="inline-group"><span>Public at <a class="url" href="${url}">${url}</a></span>
<a href="/desk/edit/pieces/${id}/published">Share</a>
<a href="/desk/edit/pieces/${id}/slug">Change URL</a></p>`;
}
