// The time limit of searches: whose error a caller gets.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SEARCH, SearchLimiter } from '../../src/store/publications/search-limiter.ts';

/** A search that the database ends with an error after this time, while no timer has had its turn. */
function endedAfter(ms: number, { mock }: TestContext): Promise<unknown> {
  let now = 0;
  mock.method(performance, 'now', () => now);
  return new SearchLimiter(1).run(async () => {
    await Promise.resolve();
    now = ms;
    throw new Error('canceled by the database');
  });
}

test('an error within the limit is the caller’s', async (context) => {
  await assert.rejects(endedAfter(SEARCH.ms - 1, context), { message: 'canceled by the database' });
});

test('an error after the limit is a search that took too long', async (context) => {
  await assert.rejects(endedAfter(SEARCH.ms, context), { code: 'search_too_slow' });
});
