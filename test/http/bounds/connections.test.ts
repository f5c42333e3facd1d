// Connections: fewer than the process may open, idle ones closed first, and the others told why not.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { configFrom } from '../../../src/config.ts';
import { connectionBound } from '../../../src/http/bounds/open-files.ts';
import { emptyPlace } from '../../support/databases/databases.ts';
import { startCliWithin } from '../../support/processes/cli.ts';
import { startServing } from '../../support/processes/serving.ts';
import { exchange, listen, request } from '../../support/raw-http.ts';
import { startService } from '../../support/service.ts';

async function connected(port: number, many: number): Promise<Socket[]> {
  const sockets = Array.from({ length: many }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => {}).resume();
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

const MOST = 8;

describe('connections', async () => {
  const { app } = await startService('sqlite', { MAX_CONNECTIONS: String(MOST) });
  const port = await listen(app);
  const openNow = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

  test('idle ones give way to those who ask', async () => {
    const idle = await connected(port, MOST * 3);
    for (let nth = 0; nth < MOST * 2; nth += 1) {
      assert.equal((await exchange(port, request('GET', '/healthz'))).status, 200);
    }
    assert.ok((await openNow()) <= MOST);
    for (const socket of idle) socket.destroy();
  });

  test('busy ones do not, and one too many is told when to come back', async () => {
    while ((await openNow()) > 0) await new Promise((resolve) => setImmediate(resolve));
    const busy = await connected(port, MOST);
    for (const socket of busy) {
      socket.write(
        'POST /api/mcp HTTP/1.1\r\nHost: press.example\r\nContent-Type: application/json\r\n' +
          'Content-Length: 40\r\n\r\n{',
      );
      await once(app.server, 'request');
    }
    const refused = await exchange(port, request('GET', '/api/public/pieces/recent'));
    assert.equal(refused.status, 503);
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
    assert.equal(refused.headers['connection'], 'close');
    // Whoever watches the service is told how it is.
    assert.equal((await exchange(port, request('GET', '/healthz'))).status, 200);
    for (const socket of busy) socket.destroy();
    const ask = () => exchange(port, request('GET', '/api/public/pieces/recent'));
    let { status } = await ask();
    while (status === 503) ({ status } = await ask());
    assert.equal(status, 200);
  });
});

test('the bound is below the limit on open files, and never above the setting', () => {
  const config = configFrom({});
  for (const limit of [20, 64, 256, 1_024, 4_096, 1_048_576]) {
    const bound = connectionBound(config, limit);
    assert.ok(bound >= 1 && bound < limit, `${bound} of ${limit}`);
  }
  assert.equal(connectionBound(configFrom({ MAX_CONNECTIONS: '10' }), 100_000), 10);
  assert.equal(connectionBound(config, Number.MAX_SAFE_INTEGER), config.bounds.connections);
});

test('more idle connections than files may be open end nothing', async () => {
  const serving = await startServing(await emptyPlace('sqlite'), {}, (environment) =>
    startCliWithin('ulimit -n 160', environment, ['serve']),
  );
  const idle = await connected(serving.port, 300);
  for (let nth = 0; nth < 20; nth += 1) {
    const { status } = await exchange(serving.port, request('GET', '/api/public/pieces/recent'));
    assert.equal(status, 200);
  }
  assert.equal(serving.process.exitCode, null);
  for (const socket of idle) socket.destroy();
  serving.process.kill('SIGTERM');
  const { code, stderr } = await serving.ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});
