// `deliver` as a separate process: it keeps running, sends what others write, and stops when told to.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { addDue, addWebhook } from '../delivery/outbox-rows.ts';
import { startReceiver } from '../delivery/receiver.ts';
import { author } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { environmentOf, startCli } from '../support/processes/cli.ts';

test('deliver sends until it is stopped', async () => {
  const place = await freshPlace('sqlite');
  const context = { ...(await contextAt(place)), now: () => new Date() };
  await importLines(context, [author('ada')]);
  const receiver = await startReceiver();
  const { id = '' } = { ...(await context.store.authors.bySlug('ada')) };
  await addWebhook(context, id, receiver.url);
  const running = startCli({ ...environmentOf(place), WEBHOOK_ALLOW: '127.0.0.1' }, ['deliver']);
  const { stdout } = running.process;
  assert.ok(stdout);
  await once(stdout, 'data');
  for (const count of [1, 2]) {
    await addDue(context, [id], 1);
    await receiver.has(count);
  }
  running.process.kill('SIGTERM');
  const { code, signal, stderr } = await running.ended;
  assert.deepEqual({ code, signal, stderr }, { code: 0, signal: null, stderr: '' });
});
