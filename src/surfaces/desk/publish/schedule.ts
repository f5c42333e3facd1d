// Page of a scheduled piece: its text and its time, which can be moved or cancelled, or the piece published now.

import { type DeskPiece, deskPiece, versionOf } from '../../../operations/pieces/own-pieces.ts';
import { laterFrom } from '../../../operations/publishing/publication-time.ts';
import {
  cancelSchedule,
  moveSchedule,
  publishScheduledNow,
} from '../../../operations/publishing/schedule/change-schedule.ts';
import {
  openSchedule,
  type ScheduleRow,
  scheduledTime,
} from '../../../operations/publishing/schedule/schedule-words.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { confirmationPage } from '../shared/confirmation-page.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { preview } from '../shared/preview.ts';
import { nameOf, nothingToConfirmPage } from './confirmations.ts';
import { timeFields, timeIn } from './schedule-fields.ts';

export function scheduleRoutes(desk: Desk): void {
  const base = (page: PageContext) => `/desk/edit/pieces/${param(page, 'id')}`;
  desk.writer('/desk/edit/pieces/:id/schedule', schedulePage, async (page) => {
    const later = laterFrom(timeIn(page.fields), page.context.now());
    await moveSchedule(page.context, actorOf(page), param(page, 'id'), later);
    return { goTo: `${base(page)}/schedule?done=moved` };
  });
  desk.writer('/desk/edit/pieces/:id/schedule/publish', publishNowPage, async (page) => {
    const version = Number(page.fields['version']);
    await publishScheduledNow(page.context, actorOf(page), param(page, 'id'), version);
    return { goTo: `${base(page)}/published` };
  });
  desk.writer('/desk/edit/pieces/:id/schedule/cancel', schedulePage, async (page) => {
    await cancelSchedule(page.context, actorOf(page), param(page, 'id'));
    return { goTo: `${base(page)}?done=cancel_schedule` };
  });
}

const DONE = {
  scheduled: 'Scheduled. You can close this page: the piece will be published automatically.',
  moved: 'Moved to another time. The text is the same.',
};

const notScheduledPage = (page: PageContext, found: DeskPiece) =>
  nothingToConfirmPage(page, found, 'Not scheduled', 'This piece has no scheduled time.');

async function schedulePage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const schedule = openSchedule(found.schedule);
  const pinned = schedule && (await versionOf(page.context, found, schedule.version));
  if (!schedule || !pinned) return notScheduledPage(page, found);
  const time = scheduledTime(schedule, page.context.now());
  return deskPage(page, {
    title: `Scheduled: ${pinned.headline}`,
    here: 'Pieces',
    done: doneWords(page, DONE),
    content: html`<h1>Scheduled for ${time}</h1>
<p class="standfirst">${consequence(found, schedule)}</p>
${newerNotice(found, schedule)}
<form class="stack schedule-form" method="post" action="${pathOf(found)}">${csrfField(page)}
${timeFields(page, schedule)}
<div><button class="primary">Move</button></div></form>
<div class="inline-group sticky-actions">
${schedule.state === 'scheduled' && html`<a class="button" href="${pathOf(found)}/publish">Publish now…</a>`}
<form method="post" action="${pathOf(found)}/cancel">${csrfField(page)}<button>Cancel schedule</button></form>
<a href="/desk/edit/pieces/${found.piece.id}">Back to the text</a>
<span class="muted align-end">Version ${schedule.version}</span></div>
<p class="hint">${afterCancelling(schedule)}</p>
${await preview(pinned)}`,
  });
}

async function publishNowPage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const schedule = openSchedule(found.schedule);
  const pinned = schedule && (await versionOf(page.context, found, schedule.version));
  if (schedule?.state !== 'scheduled' || !pinned) return notScheduledPage(page, found);
  const time = scheduledTime(schedule, page.context.now());
  return confirmationPage(page, {
    question: `Publish “${pinned.headline}” now?`,
    consequence: `Everyone will be able to read version ${schedule.version} immediately, and not only from ${time}.`,
    details: newerNotice(found, schedule),
    fields: { version: String(schedule.version) },
    button: 'Publish now',
    here: 'Pieces',
    back: pathOf(found),
  });
}

const pathOf = ({ piece }: DeskPiece) => `/desk/edit/pieces/${piece.id}/schedule`;

function consequence(found: DeskPiece, { state }: ScheduleRow): string {
  if (state === 'wished') {
    return (
      `An admin will read ${nameOf(found)} first. Once approved, exactly this text will be published at ` +
      'that time.'
    );
  }
  return 'Everyone will be able to read exactly this text. Later edits aren’t included.';
}

function afterCancelling({ state, act }: ScheduleRow): string {
  if (state === 'wished') return 'Without a time, it’s published as soon as an admin approves it.';
  if (act === 'approve')
    return 'If you cancel, it becomes a draft again, and needs another review.';
  return 'If you cancel, it stays a draft.';
}

function newerNotice({ piece, working }: DeskPiece, { version }: ScheduleRow): Html | null {
  if (working.number === version) return null;
  const base = `/desk/edit/pieces/${piece.id}`;
  return html`<p class="notice">You have edited the text since: version ${working.number} isn’t included.
<a href="${base}/versions/${version}">Compare</a> or <a href="${base}/publish">schedule the newer text</a>.</p>`;
}
