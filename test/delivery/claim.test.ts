// Slots for deliveries: however many receivers fail or are slow, a healthy receiver gets one.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  claim,
  type LeasedDelivery,
  MAX_FAILING_IN_FLIGHT,
  PER_RECEIVER,
} from '../../src/delivery/claim.ts';
import { AT_ONCE } from '../../src/delivery/webhook-deliveries.ts';
import { author } from '../support/archive/records.ts';
import { DATABASES, type DatabaseKind } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';
import { addDue, addWebhook } from './outbox-rows.ts';

/** `count` receivers with `each` deliveries due, and then one more receiver with one delivery. */
async function crowd(kind: DatabaseKind, count: number, each: number) {
  const { context, add } = await startService(kind);
  const slugs = Array.from({ length: count + 1 }, (_, at) => `writer-${at}`);
  await add(...slugs.map((slug) => author(slug)));
  const ids: string[] = [];
  for (const slug of slugs) {
    const found = await context.store.authors.bySlug(slug);
    await addWebhook(context, found?.id ?? '', 'https://receiver.example/');
    ids.push(found?.id ?? '');
  }
  const [well = '', ...others] = ids.toReversed();
  await addDue(context, others, each);
  const later = () => new Date(context.now().getTime() + 1_000);
  await addDue({ ...context, now: later }, [well], 1);
  return { store: context.store, well, others, now: later() };
}

/** Takes until there is no more to take, and lets nothing land. */
async function takeAll({ store, now }: Awaited<ReturnType<typeof crowd>>) {
  const inFlight = new Map<string, LeasedDelivery>();
  for (;;) {
    const taken = await claim(store, AT_ONCE - inFlight.size, inFlight, now);
    if (taken.length === 0) return [...inFlight.values()].map(({ account }) => account);
    for (const each of taken) inFlight.set(each.id, each);
  }
}

for (const kind of DATABASES) {
  describe(`a receiver that is well, on ${kind}`, () => {
    test('gets its delivery beside many that fail, with much due to each', async () => {
      const world = await crowd(kind, MAX_FAILING_IN_FLIGHT + 8, 13);
      const failing = { failing_since: world.now.toISOString() };
      for (const account of world.others) await world.store.webhooks.update(account, failing);
      const taken = await takeAll(world);
      assert.equal(taken.length, MAX_FAILING_IN_FLIGHT + 1);
      assert.ok(taken.includes(world.well));
    });

    test('gets its delivery beside many that are slow', async () => {
      const world = await crowd(kind, AT_ONCE / PER_RECEIVER, PER_RECEIVER);
      assert.ok((await takeAll(world)).includes(world.well));
    });
  });
}
