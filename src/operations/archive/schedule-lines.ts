// A piece's schedule as a field of its archive line. Import cancels it, and the writer can schedule the piece again.

import { isZone } from '../../rendering/text/zoned-times.ts';
import type { PieceLine, ScheduleLine } from '../../schemas/archive.ts';
import { UNLEASED } from '../../store/database/leases.ts';
import type { WholePiece } from '../../store/pieces/whole-piece.ts';
import type { PieceRow, ScheduleRow } from '../../store/tables/pieces.ts';
import { timestamp } from '../operation.ts';

export const scheduleField = ({ schedule }: WholePiece) =>
  schedule && schedule.state !== 'published' && { schedule: scheduleLine(schedule) };

const scheduleLine = (row: ScheduleRow): { [field in keyof ScheduleLine]: unknown } => ({
  for: row.due_at,
  zone: row.zone,
  version: row.version,
  made_at: row.made_at,
  ...(row.cancelled_because !== null && { cancelled: row.cancelled_because }),
});

export function scheduleRow(
  { schedule }: PieceLine,
  { id }: PieceRow,
  now: Date,
): ScheduleRow | undefined {
  if (!schedule) return undefined;
  const at = timestamp(now);
  return {
    ...{ piece_id: id, state: 'cancelled', act: 'publish', version: schedule.version },
    due_at: timestamp(schedule.for),
    zone: isZone(schedule.zone) ? schedule.zone : 'UTC',
    ...{ actor_id: null, session_id: null, declaration: null },
    made_at: timestamp(schedule.made_at ?? now),
    ended_at: at,
    cancelled_because: schedule.cancelled ?? 'imported',
    ...UNLEASED,
  };
}
