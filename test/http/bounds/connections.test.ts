// Connections: more than there may be are closed, and end nothing.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
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

const status = async (port: number) =>
  (await exchange(port, request('GET', '/api/public/pieces/recent'))).status;

test('1,000 idle connections take nothing from others', async () => {
  const { app } = await startService('sqlite');
  const port = await listen(app);
  const idle = await connected(port, 1_000);
  for (let nth = 0; nth < 20; nth += 1) assert.equal(await status(port), 200);
  for (const socket of idle) socket.destroy();
});

test('beyond MAX_CONNECTIONS a connection is closed, until there is room', async () => {
  const { app } = await startService('sqlite', { MAX_CONNECTIONS: '8' });
  const port = await listen(app);
  const busy = await connected(port, 8);
  await assert.rejects(status(port));
  for (const socket of busy) socket.destroy();
  let answer = await status(port).catch(() => null);
  while (answer === null) answer = await status(port).catch(() => null);
  assert.equal(answer, 200);
});

test('more connections than files may be open end nothing', async () => {
  const serving = await startServing(await emptyPlace('sqlite'), {}, (environment) =>
    startCliWithin('ulimit -n 160', environment, ['serve']),
  );
  const idle = await connected(serving.port, 300);
  await status(serving.port).catch(() => null);
  assert.equal(serving.process.exitCode, null);
  for (const socket of idle) socket.destroy();
  let answer = await status(serving.port).catch(() => null);
  while (answer !== 200) answer = await status(serving.port).catch(() => null);
  serving.process.kill('SIGTERM');
  const { code, stderr } = await serving.ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});
