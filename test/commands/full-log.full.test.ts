// A log that cannot be written, because the disk it is on is full: the service goes on without it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freshPlace } from '../support/databases/databases.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { assertOneLine, environmentOf, startCliWithin } from '../support/processes/cli.ts';

test('a service whose log is on a full disk answers, and ends in good order', async () => {
  const port = await freePort();
  const environment = { ...environmentOf(await freshPlace('sqlite')), PORT: String(port) };
  const { process: child, ended } = startCliWithin('exec >/dev/full', environment, ['serve']);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver && !(await ask('/healthz').catch(() => null))) await setTimeout(20);
  for (const path of ['/api/public/pieces/recent?limit=0', '/nothing', '/']) {
    assert.ok((await ask(path)).status < 500, path);
  }
  assert.equal(isOver, false);
  child.kill('SIGTERM');
  assert.equal((await ended).code, 0);
});

test('a command whose output is lost says so in one line', async () => {
  const environment = environmentOf(await freshPlace('sqlite'));
  const { ended } = startCliWithin('exec >/dev/full', environment, ['doctor']);
  assertOneLine(await ended, 'Standard output cannot be written');
});
