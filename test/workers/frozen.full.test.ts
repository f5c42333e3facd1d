// Processes that are frozen, not dead: a worker is replaced, and without its leader a worker serves on.

import assert from 'node:assert/strict';
import { Agent, get, type IncomingMessage } from 'node:http';
import { after, describe, test } from 'node:test';
import { freePort } from '../support/databases/postgres-server.ts';
import { listening, startWorkers } from './several-workers.ts';

const LONGEST_MS = 120_000;
const MAX = 600;

/** Stops a process for the test. It can't be left behind stopped. */
function freeze(pid = 0): void {
  process.kill(pid, 'SIGSTOP');
  after(() => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  });
}

describe('a frozen process', { timeout: LONGEST_MS }, () => {
  test('a worker: the figures of the others come, and it is replaced', async () => {
    const metricsPort = await freePort();
    const { served } = await startWorkers('sqlite', 3, { METRICS_PORT: String(metricsPort) });
    const [first] = listening(served);
    freeze(first?.pid);
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    assert.equal(metrics.status, 200);
    const text = await metrics.text();
    assert.match(text, /^workers_missing_from_metrics 1$/m);
    assert.match(text, /^process_cpu_seconds_total /m);
    await served.until(/"worker":4,.*listening/);
    const { code, stderr } = await served.end('SIGTERM');
    assert.equal(code, 0);
    assert.equal(
      stderr,
      `Worker ${first?.worker} has not answered for 10 seconds.\n` +
        `Worker ${first?.worker} ended (SIGKILL). Starting another.\n`,
    );
  });

  test('the leader: workers answer their clients and count by themselves, until it goes on', async () => {
    const { served } = await startWorkers('sqlite', 2, { TRUST_PROXY: '1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    after(() => agent.destroy());
    const statusOf = async (address: string): Promise<number> => {
      const headers = { 'x-forwarded-for': address };
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const options = { agent, headers, signal: AbortSignal.timeout(10_000) };
        get(`${served.origin}/api/public/pieces/nothing`, options, resolve).on('error', reject);
      });
      answer.resume();
      return answer.statusCode ?? 0;
    };
    assert.equal(await statusOf('203.0.113.1'), 404);
    freeze(served.pid);
    for (let at = 0; at < MAX; at += 1) assert.equal(await statusOf('203.0.113.2'), 404);
    assert.equal(await statusOf('203.0.113.2'), 429);
    process.kill(served.pid, 'SIGCONT');
    assert.equal(await statusOf('203.0.113.3'), 404);
    assert.equal((await served.end('SIGTERM')).code, 0);
  });
});
