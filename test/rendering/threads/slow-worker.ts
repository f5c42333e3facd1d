// A thread that takes its time to load, and does as it is told.

import { serveTasks } from '../../../src/rendering/threads/serve-tasks.ts';

export type Order = 'three' | 'endless' | 'exit' | 'throw';

const LOADING_MS = 1_500;

Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOADING_MS);

serveTasks<Order, number>(async (order, send) => {
  send(1);
  if (order === 'exit') process.exit(1);
  if (order === 'throw') throw new Error('as told');
  while (order === 'endless');
  send(2);
  send(3);
});
