// The clock of publications, which follows the newest one, because positions and times have the same order.

import type { Store } from '../../store/store.ts';
import { timestamp } from '../operation.ts';

/** How far apart the clocks of two processes may be. A stored time further ahead counts as wrong. */
const CLOCK_SKEW_MS = 60_000;

/** The latest time that a clock may have stored. */
export const latestTime = (now: Date) => timestamp(new Date(now.getTime() + CLOCK_SKEW_MS));

/**
 * The time of a publication, never earlier than that of the newest one. At equal times, positions decide. Call it after
 * lockPositions, in the same transaction.
 */
export async function publishingTime({ publications }: Store, now: Date): Promise<string> {
  const at = timestamp(now);
  const newest = await publications.newestTime(latestTime(now));
  return newest !== null && newest > at ? newest : at;
}
