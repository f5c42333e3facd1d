// A serial queue: one image at a time, because decoding takes some hundred megabytes.

import { Problem } from '../errors.ts';

export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

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

/** The queue for uploads. Few may wait, because waiting uploads are in memory. */
export const inTurn = turns(20);
