// If the clock is set back, a client that had used up its limit may go on immediately, not a day later.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Counts, OwnCounts } from '../../../src/http/limits/counters.ts';
import { SharedCounts } from '../../../src/http/limits/shared-counters.ts';

const RATE = { max: 2, windowMs: 60_000 };
const DAY = 24 * 60 * 60_000;

const KINDS: { name: string; counts: () => Counts }[] = [
  { name: 'of one process', counts: () => new OwnCounts() },
  {
    name: 'of several workers',
    counts() {
      const leader = new OwnCounts();
      return new SharedCounts(async (...asked) => leader.grant(...asked));
    },
  },
];

describe('a limit', () => {
  for (const { name, counts } of KINDS) {
    test(`${name} is free again when the clock is set back, and counts from there`, async (t) => {
      let now = Date.now();
      t.mock.timers.enable({ apis: ['Date'], now });
      const limit = counts();
      const take = async () => (await limit.take('read', 'somebody', RATE)).isGranted;
      const three = async () => [await take(), await take(), await take()];
      assert.deepEqual(await three(), [true, true, false]);
      for (const back of [DAY, 1]) {
        now -= back;
        t.mock.timers.setTime(now);
        assert.deepEqual(await three(), [true, true, false], `set back by ${back} ms`);
      }
      t.mock.timers.setTime(now + RATE.windowMs);
      assert.deepEqual(await three(), [true, true, false]);
    });
  }
});
