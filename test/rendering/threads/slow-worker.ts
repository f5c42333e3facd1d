// A thread that takes its time to load, and does as it is told.

import { serveTasks } from '../../../src/rendering/threads/serve-tasks.ts';

export type Order = 'three' | 'endless' | 'exit' | 'throw';

const LOADING_MS = 400;

const loadedAt = Date.now() + LOADING_MS;
while (Date.now() < loadedAt);

serveTasks<Order, number>(async (order, send) => {
  send(1);
  if (order === 'exit') process.exit(1);
  if (order === 'throw') throw new Error('as told');
  while (order === 'endless');
  send(2);
  send(3);
});
