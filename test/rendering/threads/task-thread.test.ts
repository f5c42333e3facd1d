// The one way to run work on a thread: its clock, its parts, its failures and its queue.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TaskThread } from '../../../src/rendering/threads/task-thread.ts';
import type { Order } from './slow-worker.ts';

/** Shorter than the thread takes to load, but long for the task after that. */
const SHORT_MS = 1_000;
const LONG_MS = 60_000;

const threadOf = (name: string, idleMs = LONG_MS) =>
  new TaskThread<Order, number>({ file: new URL(name, import.meta.url), name: 'test', idleMs });

describe('a task thread', () => {
  test('starts the clock when it has loaded', async () => {
    const thread = threadOf('./slow-worker.ts');
    assert.deepEqual(await thread.run('three', SHORT_MS), { parts: [1, 2, 3], end: 'done' });
  });

  test('stops what takes too long, keeps its parts, and does the next', async () => {
    const thread = threadOf('./slow-worker.ts');
    const [first, second] = await Promise.all([
      thread.run('endless', SHORT_MS),
      thread.run('three', LONG_MS),
    ]);
    assert.deepEqual(first, { parts: [1], end: 'too-late' });
    assert.deepEqual(second, { parts: [1, 2, 3], end: 'done' });
  });

  for (const order of ['exit', 'throw'] as const) {
    test(`survives a task that ends it (${order})`, async () => {
      const thread = threadOf('./slow-worker.ts');
      assert.deepEqual(await thread.run(order, LONG_MS), { parts: [1], end: 'failed' });
      assert.equal((await thread.run('three', LONG_MS)).end, 'done');
    });
  }

  test('that does not load fails each task', async () => {
    const thread = threadOf('./no-such-worker.ts');
    assert.deepEqual(await thread.run('three', LONG_MS), { parts: [], end: 'failed' });
  });

  test('refuses more than wait, and takes more afterwards', async () => {
    const thread = threadOf('./slow-worker.ts');
    const waiting = Array.from({ length: 64 }, () => thread.run('three', LONG_MS));
    await assert.rejects(thread.run('three', LONG_MS), { code: 'overloaded' });
    await Promise.all(waiting);
    assert.equal((await thread.run('three', LONG_MS)).end, 'done');
  });

  test('without time to keep it is a new one for each task', async () => {
    let started = 0;
    const count = () => {
      started += 1;
    };
    process.on('worker', count);
    const thread = threadOf('./slow-worker.ts', 0);
    await Promise.all([thread.run('three', LONG_MS), thread.run('three', LONG_MS)]);
    process.off('worker', count);
    assert.equal(started, 2);
  });
});
