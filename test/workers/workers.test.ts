// Several workers: one that dies is replaced. How they share the work is in workers.full.test.ts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fetchAnew, listening, startWorkers } from './several-workers.ts';

describe('several workers', () => {
  test('one that dies is replaced', async () => {
    const { served } = await startWorkers('sqlite', 2);
    const [first] = listening(served);
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await served.until(/"worker":3,.*listening/);
    assert.equal((await fetchAnew(`${served.origin}/readyz`)).status, 200);
    const { code, stderr } = await served.end('SIGTERM');
    assert.equal(code, 0);
    assert.equal(stderr, `Worker ${first?.worker} ended (SIGKILL). Starting another.\n`);
  });
});
