// The steps of a random walk that are about time: a writer schedules, moves, cancels or publishes now, and time passes.
// They are taken without REVIEW, which may come and go in between: then a schedule stays as it is.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Piece, Slug } from './model.ts';
import type { Walk } from './model-steps.ts';

type Who = 'owner' | 'stranger' | 'admin';

export type ScheduleStep =
  | { do: 'schedule'; piece: number; who: Who; off: number; minutes: number }
  | { do: 'move'; piece: number; who: Who; minutes: number }
  | { do: 'cancel'; piece: number; who: Who }
  | { do: 'now'; piece: number; who: Who; off: number };

interface Chances {
  piece: fc.Arbitrary<number>;
  who: fc.Arbitrary<Who>;
  off: fc.Arbitrary<number>;
}

const minutes = fc.integer({ min: 1, max: 3 });

export const scheduleSteps = ({ piece, who, off }: Chances): fc.Arbitrary<ScheduleStep> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('schedule'), piece, who, off, minutes }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('move'), piece, who, minutes }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), piece, who }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('now'), piece, who, off }) },
  );

const SCHEDULING = ['schedule', 'move', 'cancel', 'now'];

export const isScheduling = (step: { do: string }): step is ScheduleStep =>
  SCHEDULING.includes(step.do);

const DONE = 303;
const ABSENT = 404;
const REFUSED = 409;
const MINUTE = 60_000;

type Send = (path: string, fields: object) => Promise<{ statusCode: number; body: string }>;

/** A whole minute, as the field of a form has it. */
function later({ clock }: Walk, ahead: number): { due: string; fields: object } {
  const at = Math.ceil(clock.now().getTime() / MINUTE) * MINUTE + ahead * MINUTE;
  const due = new Date(at).toISOString();
  return { due, fields: { when: 'later', time: due.slice(0, 16), zone: 'UTC' } };
}

export async function keepTime(
  walk: Walk,
  step: ScheduleStep,
  found: Piece,
  slug: Slug,
  send: Send,
): Promise<void> {
  if (walk.model.review) return;
  const page = `/desk/edit/pieces/${found.id}`;
  const told = async (expected: number, path: string, fields: object) => {
    const { statusCode, body } = await send(path, fields);
    assert.equal(statusCode, expected, `${step.do} by ${slug}: ${body}`);
  };
  switch (step.do) {
    case 'schedule': {
      const shown = found.texts.length + step.off;
      const { due, fields } = later(walk, step.minutes);
      const expected = schedule(found, slug, shown, due);
      return told(expected, `${page}/publish`, { ...fields, version: String(shown) });
    }
    case 'move': {
      const { due, fields } = later(walk, step.minutes);
      return told(moved(found, slug, due), `${page}/schedule`, fields);
    }
    case 'cancel':
      return told(cancelled(found, slug), `${page}/schedule/cancel`, {});
    case 'now': {
      const version = (found.schedule?.version ?? found.texts.length) + step.off;
      const expected = publishedNow(found, slug, version, walk.clock.now().toISOString());
      return told(expected, `${page}/schedule/publish`, { version: String(version) });
    }
  }
}

/** Only a draft waits for a time: of what is public, nothing can. */
function schedule(piece: Piece, who: Slug, shown: number, due: string): number {
  if (who !== piece.owner) return ABSENT;
  const text = piece.texts.at(-1);
  const isFinished = text && text.headline.trim() !== '' && text.body.trim() !== '';
  if (piece.status !== 'draft' || shown !== piece.texts.length || !isFinished) return REFUSED;
  piece.schedule = { due, version: shown };
  logged(piece, 'schedule', shown);
  return DONE;
}

function moved(piece: Piece, who: Slug, due: string): number {
  if (who !== piece.owner) return ABSENT;
  if (!piece.schedule) return REFUSED;
  if (piece.schedule.due !== due) logged(piece, 'move_schedule', piece.schedule.version);
  piece.schedule.due = due;
  return DONE;
}

function cancelled(piece: Piece, who: Slug): number {
  if (who !== piece.owner) return ABSENT;
  if (!piece.schedule) return REFUSED;
  logged(piece, 'cancel_schedule', piece.schedule.version);
  piece.schedule = null;
  return DONE;
}

function publishedNow(piece: Piece, who: Slug, version: number, now: string): number {
  if (who !== piece.owner) return ABSENT;
  if (piece.schedule?.version !== version) return REFUSED;
  goLive(piece, now);
  return DONE;
}

/** Due pieces are published in the version that was shown, regardless of later saves. */
export async function passTime(walk: Walk, forward: number): Promise<void> {
  walk.clock.advance(forward * MINUTE);
  if (walk.model.review) return;
  await walk.publishDue();
  const now = walk.clock.now().toISOString();
  for (const piece of walk.model.pieces) {
    if (piece.schedule && piece.schedule.due <= now) goLive(piece, now);
  }
}

function goLive(piece: Piece, now: string): void {
  if (!piece.schedule) return;
  const { version } = piece.schedule;
  const { owner: by, status: from } = piece;
  piece.moves.push({ act: 'publish', from, to: 'approved', by, kind: 'writer', version });
  piece.status = 'approved';
  piece.live = version;
  piece.published ??= now;
  piece.modified = now;
  piece.schedule = null;
}

function logged(piece: Piece, act: string, version: number): void {
  const { owner: by, status } = piece;
  piece.moves.push({ act, from: status, to: status, by, kind: 'writer', version });
}
