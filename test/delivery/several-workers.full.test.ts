// Two processes that deliver from one database: no attempt is sent twice, and none is left.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { environmentOf, startCli } from '../support/processes/cli.ts';
import { rounds } from '../support/soak.ts';
import { addDue, addWebhook } from './outbox-rows.ts';
import { startReceiver } from './receiver.ts';

const TAKES_MS = 50;
const WRITERS = ['ada', 'bob', 'cyd', 'dot'];

describe('two processes that deliver, on postgres', () => {
  test('share what is due, and send nothing twice', async () => {
    const place = await freshPlace('postgres');
    const context = { ...(await contextAt(place)), now: () => new Date() };
    await importLines(
      context,
      WRITERS.map((slug) => author(slug)),
    );
    const receiver = await startReceiver();
    const onTheirWay = new Set<string>();
    let twiceAtOnce = 0;
    receiver.respond((response, { headers }) => {
      const id = String(headers['webhook-id']);
      if (onTheirWay.has(id)) twiceAtOnce += 1;
      onTheirWay.add(id);
      setTimeout(() => {
        onTheirWay.delete(id);
        response.writeHead(204).end();
      }, TAKES_MS);
    });
    const ids: string[] = [];
    for (const slug of WRITERS) {
      const found = await context.store.authors.bySlug(slug);
      await addWebhook(context, found?.id ?? '', receiver.url);
      ids.push(...(await addDue(context, [found?.id ?? ''], rounds(50, 500))));
    }
    const environment = { ...environmentOf(place), WEBHOOK_ALLOW: '127.0.0.1' };
    const ended = await Promise.all(
      [1, 2].map(() => startCli(environment, ['deliver', '--once']).ended),
    );
    for (const { code, stderr } of ended)
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.equal(twiceAtOnce, 0);
    const came = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    assert.deepEqual(came.toSorted(), ids.toSorted());
    assert.equal(await context.store.outbox.count(), 0);
  });
});
