// Describes a schedule in words.

import { timeInZone } from '../../../rendering/text/zoned-times.ts';
import type { Cancellation } from '../../../schemas/vocabulary.ts';
import { isOpen } from '../../../store/pieces/schedules.ts';
import type { PieceRow, ScheduleRow } from '../../../store/tables/pieces.ts';

/** A publication later than this is reported to the writer as late. */
export const LATE_MS = 60_000;

export type { ScheduleRow };

export const openSchedule = (row: ScheduleRow | null | undefined): ScheduleRow | null =>
  row && isOpen(row) ? row : null;

/** Formats the time like “Monday 23 November, 09:00 (Europe/Berlin)”. */
export const scheduledTime = ({ due_at, zone }: Pick<ScheduleRow, 'due_at' | 'zone'>, now: Date) =>
  timeInZone(due_at, zone, now);

const BECAUSE: { readonly [reason in Cancellation]: string } = {
  suspended: 'it was cancelled when your account was suspended',
  trashed: 'it was cancelled when you moved the piece to the trash',
  imported: 'schedules aren’t imported with a piece',
  refused: 'the piece could not be published then',
};

type Stood = Pick<PieceRow, 'status' | 'modified_at'>;

/** Explains to the writer why a schedule ended otherwise than intended; null if there is nothing to explain. */
export function endedWords(
  { status, modified_at }: Stood,
  row: ScheduleRow | null | undefined,
  now: Date,
): string | null {
  if (!row || row.ended_at === null) return null;
  const time = scheduledTime(row, now);
  if (row.cancelled_because !== null && status !== 'approved') {
    return `It was scheduled for ${time}, but ${BECAUSE[row.cancelled_because]}. Schedule it again if you like.`;
  }
  const lateMs = Date.parse(row.ended_at) - Date.parse(row.due_at);
  // A late publication is mentioned until the writer publishes the piece again.
  const isLate = row.state === 'published' && row.ended_at === modified_at && lateMs > LATE_MS;
  if (!isLate) return null;
  const published = timeInZone(row.ended_at, row.zone, now);
  return `It was scheduled for ${time}, but the service wasn’t running then. It was published on ${published}.`;
}
