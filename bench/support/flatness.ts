// Tells whether a figure stays the same over a run, by comparing its last quarter with the second; the first is
// warm-up.

import { median } from './processes.ts';

/** Factor by which the last quarter may exceed the second. */
export const FLAT = 1.1;

export function quartersOf(looks: number[]): { last: number; growth: number } {
  const quarter = Math.ceil(looks.length / 4);
  const last = median(looks.slice(-quarter));
  return { last, growth: last / median(looks.slice(quarter, 2 * quarter)) };
}
