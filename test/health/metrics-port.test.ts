// METRICS_PORT: metrics are served on a separate port, on this machine only, and nowhere else.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { configFrom } from '../../src/config.ts';
import { emptyPlace } from '../support/databases/databases.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { someOf } from '../support/full.ts';
import { assertOneLine, environmentOf, runCli } from '../support/processes/cli.ts';
import { startServing } from '../support/processes/serving.ts';

const COUNTED = /^http_request_duration_seconds_count\{.*"\/healthz".*\} (\d+)$/m;

async function startCounting(workers: string) {
  const METRICS_PORT = String(await freePort());
  const settings = { METRICS_PORT, WORKERS: workers };
  const service = await startServing(await emptyPlace('sqlite'), settings);
  return { ...service, metricsPort: METRICS_PORT };
}

const at = (host: string, port: string, path = '/metrics', method = 'GET') =>
  fetch(`http://${host}:${port}${path}`, { method });

for (const workers of someOf(['1', '2'], 2)) {
  test(`figures at a port of their own, with ${workers} of WORKERS`, async () => {
    const { url, metricsPort, process: child, ended } = await startCounting(workers);
    for (let asked = 0; asked < 4; asked += 1) {
      await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
    }
    const answer = await at('127.0.0.1', metricsPort);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.equal(COUNTED.exec(await answer.text())?.[1], '4');
    // Nothing of it where a proxy leads to, and nothing else here.
    const outside = await fetch(`${url}/metrics`);
    assert.equal(outside.status, 404);
    assert.doesNotMatch(await outside.text(), /process_|http_request/);
    const elsewhere = await at('127.0.0.1', metricsPort, '/healthz');
    const posted = await at('127.0.0.1', metricsPort, '/metrics', 'POST');
    assert.deepEqual([elsewhere.status, posted.status], [404, 405]);
    for (const { headers } of [answer, elsewhere, posted]) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(String(headers.get('permissions-policy')), /camera=\(\)/);
      assert.match(String(headers.get('cross-origin-opener-policy')), /^same-origin/);
    }
    // Another IP address of this machine: it would answer if it listened on all of them.
    await assert.rejects(at('127.0.0.2', metricsPort), TypeError);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });

  test(`a taken METRICS_PORT stops the start in one line, with ${workers} of WORKERS`, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    after(() => other.close());
    await once(other, 'listening');
    const taken = other.address();
    const METRICS_PORT = String(typeof taken === 'object' ? taken?.port : taken);
    const settings = { PORT: String(await freePort()), METRICS_PORT };
    const environment = { ...environmentOf(await emptyPlace('sqlite')), WORKERS: workers };
    assertOneLine(await runCli({ ...environment, ...settings }, ['serve']), 'METRICS_PORT');
  });
}

test('METRICS_PORT may not be the port of everything else', () => {
  assert.throws(() => configFrom({ PORT: '4000', METRICS_PORT: '4000' }), /METRICS_PORT.*PORT/);
  assert.equal(configFrom({ METRICS_PORT: '4000' }).metrics, true);
});
