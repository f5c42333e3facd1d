// Generates some weeks of views for the demo: many for new pieces, fewer later, few at night.

import type { ViewHourRow } from '../../store/tables/views.ts';
import type { SeededPiece } from './content.ts';

const HOUR_MS = 3_600_000;
const WEEKS = 4;
const HALF_LIFE_DAYS = 5;
const FEWEST_A_DAY = 1.5;

export function seededReaders(pieces: SeededPiece[], now: Date): ViewHourRow[] {
  const random = seeded(20);
  const rows: ViewHourRow[] = [];
  const begin = now.getTime() - WEEKS * 7 * 24 * HOUR_MS;
  for (const { id, publishedAt, dailyReaders } of pieces) {
    const first = Math.ceil(Math.max(begin, publishedAt.getTime()) / HOUR_MS);
    for (let hour = first; hour * HOUR_MS < now.getTime(); hour += 1) {
      const ageDays = (hour * HOUR_MS - publishedAt.getTime()) / (24 * HOUR_MS);
      const aDay = Math.max(FEWEST_A_DAY, dailyReaders * 0.5 ** (ageDays / HALF_LIFE_DAYS));
      const views = Math.floor((aDay / 24) * dayShape(hour % 24) * 2 * random() + random());
      const at = new Date(hour * HOUR_MS).toISOString();
      if (views > 0) rows.push({ piece_id: id, hour: at, views });
    }
  }
  return rows;
}

/** A factor around 1 over the day: low in the small hours, high in the evening. */
const dayShape = (hour: number) => 1 - 0.8 * Math.cos(((hour - 3) / 24) * 2 * Math.PI);

/** Random numbers from 0 to 1 that repeat for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
