// How parallel attempts change their receiver's state, whichever is recorded first.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claim } from '../../src/delivery/claim.ts';
import { record } from '../../src/delivery/record-attempts.ts';
import type { Attempt } from '../../src/delivery/send.ts';
import type { Completed, Leased } from '../../src/jobs/leased-worker.ts';
import type { Context } from '../../src/operations/operation.ts';
import { author } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';
import { addDue, addWebhook } from './outbox-rows.ts';

const URL = 'https://receiver.example/';

/** Takes two deliveries to the same receiver; one is then answered so and the other so. */
async function takeTwo(
  context: Context,
  statuses: number[],
): Promise<Completed<Leased, Attempt>[]> {
  const { store } = context;
  const ada = await store.authors.bySlug('ada');
  await addWebhook(context, ada?.id ?? '', URL);
  await addDue(context, [ada?.id ?? ''], statuses.length);
  const taken = await claim(store, statuses.length, new Map(), context.now());
  return taken.map((row, at) => ({
    row,
    outcome: {
      id: row.id,
      url: row.delivery.url,
      at: context.now(),
      durationMs: 1,
      outcome: {
        kind: 'answered',
        status: statuses[at] ?? 0,
        headers: {},
        body: Buffer.from(''),
        isWhole: true,
      },
      request: '',
    },
  }));
}

const CASES = [
  { name: 'one together with the other', atOnce: 2 },
  { name: 'one after the other', atOnce: 1 },
];

for (const kind of DATABASES) {
  for (const { name, atOnce } of CASES) {
    describe(`attempts written down ${name}, on ${kind}`, async () => {
      const { context, add } = await startService(kind);
      const { store } = context;
      await add(author('ada'));
      const ada = await store.authors.bySlug('ada');
      const landed = await takeTwo(context, [500, 200]);
      for (let at = 0; at < landed.length; at += atOnce) {
        await record(store, landed.slice(at, at + atOnce), context.now());
      }
      test('leave a receiver well that took the later one', async () => {
        assert.equal((await store.webhooks.of(ada?.id ?? ''))?.failing_since, null);
      });
    });
  }

  describe(`an attempt that lands when the address is another, on ${kind}`, async () => {
    const { context, add } = await startService(kind);
    const { store } = context;
    await add(author('ada'));
    const ada = await store.authors.bySlug('ada');
    const landed = await takeTwo(context, [410, 500]);
    await store.webhooks.update(ada?.id ?? '', { url: `${URL}other` });
    await record(store, landed, context.now());
    test('says nothing of the new one', async () => {
      assert.partialDeepStrictEqual(await store.webhooks.of(ada?.id ?? ''), {
        enabled: 1,
        failing_since: null,
      });
    });
  });
}
