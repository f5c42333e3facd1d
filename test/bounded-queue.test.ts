// The bounded queue: turns in order, room for a few who wait, and none for the rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BoundedQueue } from '../src/bounded-queue.ts';

test('one at a time, in order, whatever fails', async () => {
  const queue = new BoundedQueue({ atOnce: 1, waiting: 2 });
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    queue.run(async () => {
      log.push(`${name} begins`);
      await turn();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([work('a'), work('b', true), work('c')]);
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  const turns = ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]);
  assert.deepEqual(log, turns);
});

test('more than may wait are refused, and room is made again', async () => {
  const queue = new BoundedQueue({ atOnce: 2, waiting: 3 });
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const held = Array.from({ length: 5 }, () => queue.run(() => open));
  await assert.rejects(
    queue.run(() => open),
    { code: 'overloaded' },
  );
  resolve();
  await Promise.all(held);
  assert.equal(await queue.run(async () => 'again'), 'again');
});

test('a task that has waited too long is refused in the words of its caller, and loses no turn', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const queue = new BoundedQueue({ atOnce: 1, waiting: 1, waitMs: 5_000 });
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const first = queue.run(() => open);
  const late = queue.run(async () => 'late', 'search_busy');
  mock.timers.tick(5_000);
  await assert.rejects(late, { code: 'search_busy' });
  const next = queue.run(async () => 'next');
  resolve();
  await first;
  assert.equal(await next, 'next');
});
