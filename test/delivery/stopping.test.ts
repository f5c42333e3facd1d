// A deliverer that is stopped while a receiver is slow: what it lets go of, it no longer sends.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { webhookDeliveries } from '../../src/delivery/webhook-deliveries.ts';
import { LeasedWorker } from '../../src/jobs/leased-worker.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startWorld } from './world.ts';

for (const kind of DATABASES_IN_FULL) {
  describe(`a deliverer that is stopped, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const { context } = world.gate;

    test('hangs up before somebody else may send the same', async () => {
      let isOpen = false;
      world.receiver.respond((response) => {
        isOpen = true;
        response.on('close', () => {
          isOpen = false;
        });
      });
      const deliverer = new LeasedWorker(webhookDeliveries(context), {
        warn: (_, words) => assert.fail(words),
      });
      deliverer.start();
      const page = await world.published();
      await world.receiver.has(1);
      assert.ok(isOpen);
      await deliverer.stop();
      assert.partialDeepStrictEqual(await world.delivery(page), { state: 'due', leased_by: null });
      // Connections are served in turn: by this answer, one that was hung up before is known to be.
      world.receiver.answerWith(204);
      assert.equal((await fetch(world.receiver.url, { method: 'POST' })).status, 204);
      assert.equal(isOpen, false);
    });
  });
}
