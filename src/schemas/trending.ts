// The weight of a view for trending, which decays with time.

import type { TrendingWindow } from './vocabulary.ts';

const HOUR_MS = 3_600_000;

/** The hours of each window, including the current one. */
export const WINDOW_HOURS: { readonly [window in TrendingWindow]: number } = {
  day: 24,
  week: 7 * 24,
  month: 30 * 24,
};

/** The weight of a view in the current hour. Weights are integers, so that sums don't depend on the order of rows. */
const FULL_WEIGHT = 2 ** 20;

/** The weight halves with each quarter of the window. */
export const weightOf = (window: TrendingWindow, hoursAgo: number) =>
  Math.round(FULL_WEIGHT * 2 ** (-hoursAgo / (WINDOW_HOURS[window] / 4)));

export const hourOf = (at: Date) => new Date(at.getTime() - (at.getTime() % HOUR_MS)).toISOString();

export const weightsOf = (window: TrendingWindow, hour: string) =>
  Array.from({ length: WINDOW_HOURS[window] }, (_, ago) => ({
    hour: new Date(Date.parse(hour) - ago * HOUR_MS).toISOString(),
    weight: weightOf(window, ago),
  }));

export const hoursBetween = (earlier: string, later: string) =>
  (Date.parse(later) - Date.parse(earlier)) / HOUR_MS;
