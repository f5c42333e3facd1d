// One heavy piece of work at a time: a picture takes some hundred megabytes while it is unpacked.

import { Problem } from '../errors.ts';

// Whoever waits has an upload in memory.
const MOST_WAITING = 20;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= MOST_WAITING) throw new Problem('overloaded');
  waiting += 1;
  const own = last.then(work).finally(() => {
    waiting -= 1;
  });
  last = own.catch(() => {});
  return own;
}
