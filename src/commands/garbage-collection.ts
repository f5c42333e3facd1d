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

/**
 * V8 tidies the heap when a process has been idle for 8 seconds, and throws away the code that it has compiled for
 * what is read most: the next thousands of requests take twice as long. It does so only after a longer rest.
 */
export function restLongBeforeTidying(): void {
  setFlagsFromString(`--memory-reducer-delay-ms=${TEN_MINUTES_MS}`);
}
