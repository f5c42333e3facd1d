// The weight of a view for trending: it decays with time.

import type { TrendingWindow } from './vocabulary.ts';

const HOUR_MS = 3_600_000;

/** How many hours a window has; the one that runs now is the first. */
export const WINDOW_HOURS: { readonly [window in TrendingWindow]: number } = {
  day: 24,
  week: 7 * 24,
  month: 30 * 24,
};

/** A reader of this hour. Whole numbers add up alike in every database, in whatever order. */
const FULL_WEIGHT = 2 ** 20;

/** Half for each quarter of the window. */
export const weightOf = (window: TrendingWindow, hoursAgo: number) =>
  Math.round(FULL_WEIGHT * 2 ** (-hoursAgo / (WINDOW_HOURS[window] / 4)));

/** An hour as the tables write it: its first moment. */
export const hourOf = (at: Date) => new Date(at.getTime() - (at.getTime() % HOUR_MS)).toISOString();

/** The hours of a window with the weight of each, newest first. */
export const weightsOf = (window: TrendingWindow, hour: string) =>
  Array.from({ length: WINDOW_HOURS[window] }, (_, ago) => ({
    hour: new Date(Date.parse(hour) - ago * HOUR_MS).toISOString(),
    weight: weightOf(window, ago),
  }));

export const hoursBetween = (earlier: string, later: string) =>
  (Date.parse(later) - Date.parse(earlier)) / HOUR_MS;
