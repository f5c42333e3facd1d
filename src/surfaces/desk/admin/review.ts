// The admins' review: the queue, a submitted piece, and the decision with a note to the writer.

import { Problem } from '../../../errors.ts';
import { reviewConversation } from '../../../operations/editorial/conversation.ts';
import { timestamp } from '../../../operations/operation.ts';
import { movePiece } from '../../../operations/publishing/move-piece.ts';
import {
  listChangedSinceReview,
  listPending,
} from '../../../operations/publishing/review-queue.ts';
import {
  openSchedule,
  type ScheduleRow,
  scheduledTime,
} from '../../../operations/publishing/schedule/schedule-words.ts';
import { ACTS, type Move } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import { DECLARATION_WORDS, declarationIn } from '../../../schemas/provenance/declarations.ts';
import { categoryName, isProgram } from '../../../schemas/vocabulary.ts';
import { deedFrom, NOTE_DONE, noteFrom } from '../editorial/note-input.ts';
import { noteForm, threadList } from '../editorial/thread.ts';
import { areaField } from '../shared/form-fields.ts';
import { DONE, languageName, tagWords, when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { preview } from '../shared/preview.ts';

const DECISIONS = ['approve', 'ask_for_changes', 'reject'] as const satisfies Move[];

const decisionButton = (act: (typeof DECISIONS)[number]) =>
  html`<button${act === 'approve' && html` class="primary"`}
name="decision" value="${act}">${ACTS[act].words.button}</button>
`;

export function review(desk: Desk): void {
  desk.admin('/desk/review', queuePage);
  desk.admin('/desk/review/:id', piecePage, async (page) => {
    const act = DECISIONS.find((each) => each === page.fields['decision']);
    if (!act) throw new Problem('bad_request');
    const moved = await movePiece(page.context, actorOf(page), {
      pieceId: param(page, 'id'),
      act,
      version: Number(page.fields['version']),
      note: page.fields['note'] ?? '',
    });
    // A piece that is approved and still pending is waiting for its scheduled time.
    const isHeld = act === 'approve' && moved.status === 'pending';
    return { goTo: `/desk/review?done=${isHeld ? 'approve_later' : act}` };
  });
  noteRoutes(desk);
}

const NOTE_HINT =
  'Words from the text, exactly as the writer typed them. Leave this empty for a note about the whole piece.';

function noteRoutes(desk: Desk): void {
  const back = (page: PageContext, done: string) => ({
    goTo: `/desk/review/${param(page, 'id')}?done=${done}#thread`,
  });
  desk.admin('/desk/review/:id/notes', piecePage, async (page) => {
    await noteFrom(page);
    return back(page, 'note');
  });
  desk.admin('/desk/review/:id/notes/:note', piecePage, async (page) =>
    back(page, await deedFrom(page)),
  );
}

async function queuePage(page: PageContext): Promise<Html> {
  const { context } = page;
  if (!context.config.review) throw new Problem('not_found');
  const pending = await listPending(context, actorOf(page));
  const changed = await listChangedSinceReview(context, actorOf(page));
  const now = context.now();
  return deskPage(page, {
    title: 'Review',
    here: 'Review',
    done: doneWords(page, DONE),
    content: html`<h1>Review</h1>
<p class="standfirst">New pieces waiting for your review, those waiting longest first.</p>
${
  pending.length === 0
    ? html`<div class="empty-state"><p>Nothing is waiting for review.</p></div>`
    : html`<ul class="entry-list">${pending.map(
        (piece) => html`<li><h2><a href="/desk/review/${piece.id}">${piece.headline}</a></h2>
<div class="entry-side muted">${when(piece.updated_at, now)}</div>
<p>${piece.author_name}</p>
${wishWords(piece, now)}
${isProgram(piece.drafted_kind) && drafter(piece)}</li>`,
      )}</ul>`
}
<h2>Changed since review</h2>
${
  changed.length === 0
    ? html`<p class="muted">No public piece has changed since it was approved.</p>`
    : html`<ul class="entry-list">${changed.map(
        (piece) => html`<li><h2><a
href="/author/${piece.author_slug}/${encodeURIComponent(piece.slug)}">${piece.headline}</a></h2>
<div class="entry-side muted">${when(piece.modified_at, now)}</div><p>${piece.author_name}</p></li>`,
      )}</ul>`
}`,
  });
}

function wishWords({ schedule_state, due_at, zone }: Pending, now: Date): Html | null {
  if (due_at === null || zone === null) return null;
  const time = scheduledTime({ due_at, zone }, now);
  return schedule_state === 'scheduled'
    ? html`<p><span class="chip">Approved</span> for ${time}</p>`
    : html`<p>To be published on ${time}</p>`;
}

type Pending = Awaited<ReturnType<typeof listPending>>[number];

function timeFact(schedule: ScheduleRow | null, now: Date): Html | null {
  if (!schedule) return null;
  const time = scheduledTime(schedule, now);
  const then =
    schedule.state === 'scheduled'
      ? 'Approved. It will be published then.'
      : schedule.due_at > timestamp(now)
        ? 'If you approve it, it will be published then.'
        : 'This time has passed. If you approve it, it will be published immediately.';
  return html`<dt>Publish on</dt><dd>${time}<br><span class="muted">${then}</span></dd>`;
}

function declaredFact(provenance: string | null): Html | null {
  const declaration = declarationIn(provenance);
  if (!declaration) return null;
  return html`<dt>Declared</dt><dd>“${DECLARATION_WORDS[declaration].answer}”</dd>`;
}

async function piecePage(page: PageContext): Promise<Html> {
  const found = await reviewConversation(page.context, actorOf(page), param(page, 'id'));
  const { piece, working, author, first, threads } = found;
  const schedule = openSchedule(found.schedule);
  // An approved piece can be sent back until its scheduled time.
  const open = DECISIONS.filter((act) => act !== 'approve' || schedule?.state !== 'scheduled');
  const place = {
    action: `/desk/review/${piece.id}/notes`,
    from: 'review',
    version: working.number,
  };
  return deskPage(page, {
    title: `Review: ${working.headline}`,
    here: 'Review',
    done: doneWords(page, NOTE_DONE),
    content: html`<h1>Review</h1>
<p class="standfirst">This is what readers would see. <a href="#decision">Decide</a></p>
<dl class="facts"><dt>Writer</dt><dd>${author.name}</dd>
<dt>Category</dt><dd>${categoryName(working.category)}</dd>
<dt>Language</dt><dd>${languageName(working.locale)}</dd>
<dt>Tags</dt><dd>${tagWords(working)}</dd>
${
  isProgram(first.saved_by_kind) &&
  html`<dt>Drafted</dt>
<dd class="machine">by ${first.saved_by_kind} “${first.saved_by_name}”</dd>`
}${declaredFact(piece.provenance)}${timeFact(schedule, page.context.now())}</dl>
${await preview(working, author.name)}
<section class="conversation" id="thread" aria-labelledby="thread-title"><h2 id="thread-title">Notes</h2>
<p class="muted">Your notes stay between you and the writer. Programs and readers never see them.</p>
${threadList(page, place, threads)}
<details class="new-note" data-new-note${page.problem && html` open`}><summary>Write a note</summary>
${noteForm(page, place, NOTE_HINT)}</details></section>
<form class="stack" method="post" action="/desk/review/${piece.id}" id="decision">${csrfField(page)}
<input type="hidden" name="version" value="${working.number}">
${areaField(page, { name: 'note', label: 'Note to the writer', rows: 4, maxLength: PIECE_LIMITS.reviewNote })}
<div class="inline-group">${open.map(decisionButton)}</div></form>`,
  });
}

const drafter = ({ drafted_kind, drafted_name }: { drafted_kind: string; drafted_name: string }) =>
  html`<p class="machine">drafted by ${drafted_kind} “${drafted_name}”</p>`;
