// Whether something stays as it is over a run: its last quarter beside the second; the first warms up.

import { median } from './processes.ts';

/** How much more the last quarter may take. */
export const FLAT = 1.1;

export function quartersOf(looks: number[]): { last: number; growth: number } {
  const quarter = Math.ceil(looks.length / 4);
  const last = median(looks.slice(-quarter));
  return { last, growth: last / median(looks.slice(quarter, 2 * quarter)) };
}
