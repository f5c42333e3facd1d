// Garbage collection, as far as V8 lets it be steered: only by flags.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees what loading the code has left behind: some 20 MB, for some 40 ms. */
export function sweepHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
}

const TEN_MINUTES_MS = 600_000;

/** From the 1 MB that it has after a rest to the 16 MB of bin/serve. */
const YOUNG_GROWTH = 16;

/** To be called before the first thread is started. Why: docs/decisions/2026-11-18-every-request.md. */
export function steerGarbageCollection(): void {
  // V8 tidies the heap when a process has been idle for 8 seconds, and throws away the code that it has compiled
  // for what is read most: the next thousands of requests would take twice as long.
  setFlagsFromString(`--memory-reducer-delay-ms=${TEN_MINUTES_MS}`);
  // After a rest the young generation is small, and collected so often that whoever waits a little counts as
  // long-lived. It would double only as more and more survives.
  setFlagsFromString(`--semi-space-growth-factor=${YOUNG_GROWTH}`);
  // This thread has what bin/serve says. For others, that would win over their own limits.
  setFlagsFromString('--max-semi-space-size=0');
}
