// The cache of responses by size: never larger than it may be, and what is asked for outlives what is not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SecondChanceCache } from '../../../src/http/cache/second-chance-cache.ts';

const ROOM = 100;
const acts = fc.array(
  fc.record({ key: fc.constantFrom(...'abcdefghij'), bytes: fc.integer({ min: 0, max: 120 }) }),
  { maxLength: 60 },
);

test('has the last value of a key or none, and takes no more room than it has', () => {
  fc.assert(
    fc.property(acts, (given) => {
      const cache = new SecondChanceCache<{ bytes: number }>(ROOM);
      const last = new Map<string, { bytes: number }>();
      for (const { key, bytes } of given) {
        const value = { bytes };
        cache.set(key, value, bytes);
        last.set(key, value);
        assert.equal(cache.get(key), bytes > ROOM ? undefined : value, 'the newest is there');
        const stored = [...last].filter(([known]) => cache.get(known) !== undefined);
        for (const [known, expected] of stored) assert.equal(cache.get(known), expected);
        const sum = stored.reduce((total, [, { bytes: each }]) => total + each, 0);
        assert.ok(sum <= ROOM, `${sum} bytes`);
        assert.equal(cache.size, stored.length);
      }
    }),
  );
});

test('what is asked for again and again stays, whatever comes and goes', () => {
  const cache = new SecondChanceCache<number>(ROOM);
  cache.set('hot', 1, 10);
  for (let at = 0; at < 1_000; at += 1) {
    assert.equal(cache.get('hot'), 1);
    cache.set(`once ${at}`, at, 10);
  }
  assert.equal(cache.get('once 0'), undefined);
});

test('one that is asked for no more goes, though it was asked for often', () => {
  const cache = new SecondChanceCache<number>(ROOM);
  cache.set('former', 1, 10);
  for (let at = 0; at < 50; at += 1) cache.get('former');
  for (let at = 0; at < 30; at += 1) cache.set(`new ${at}`, at, 10);
  assert.equal(cache.get('former'), undefined);
});
