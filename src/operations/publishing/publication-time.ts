// A time of publication as the writer entered it.

import { invalidField } from '../../errors.ts';
import { isZone, momentAt } from '../../rendering/text/zoned-times.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import { timestamp } from '../operation.ts';

export interface Later {
  readonly dueAt: string;
  readonly zone: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const refused = (field: 'time' | 'zone', reason: string) => invalidField(field, reason);

/** `time` is the local time in `zone`. */
export function laterFrom(
  { time = '', zone = '' }: { time?: string; zone?: string },
  now: Date,
): Later {
  if (zone.length > PIECE_LIMITS.timeZone || !isZone(zone)) {
    throw refused('zone', 'Choose a time zone from the list.');
  }
  const moment = momentAt(time.trim(), zone);
  if (!moment) throw refused('time', 'Choose a day and a time.');
  return checkedLater({ dueAt: timestamp(moment), zone }, now);
}

export function checkedLater(later: Later, now: Date): Later {
  const ahead = Date.parse(later.dueAt) - now.getTime();
  if (ahead <= 0) throw refused('time', 'This time has passed. Choose one that is still to come.');
  if (ahead > PIECE_LIMITS.scheduleDays * DAY_MS) {
    throw refused('time', 'Choose a time within the next year.');
  }
  return later;
}
