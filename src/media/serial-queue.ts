// One heavy piece of work at a time: an image takes some hundred megabytes while it is unpacked.

import { Problem } from '../errors.ts';

export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A queue of its own, for so many at most; whoever comes then is sent away. */
export function turns(mostWaiting: number): Turns {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (waiting >= mostWaiting) throw new Problem('overloaded');
    waiting += 1;
    const own = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = own.catch(() => {});
    return own;
  };
}

/** For uploads: whoever waits has one in memory. */
export const inTurn = turns(20);
