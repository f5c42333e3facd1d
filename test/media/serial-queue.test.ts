// Heavy work takes turns, and a queue that is too long is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from '../../src/media/serial-queue.ts';

test('one at a time, in order, whatever fails', async () => {
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    inTurn(async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
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

test('no more than twenty wait, and room is made again', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held = Array.from({ length: 20 }, () => inTurn(() => gate));
  await assert.rejects(
    inTurn(() => gate),
    { code: 'overloaded' },
  );
  open();
  await Promise.all(held);
  assert.equal(await inTurn(async () => 'again'), 'again');
});
