// Which events are delivered: every piece that becomes public, once, and nothing else.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { idOf } from '../support/desk/editing.ts';
import { at } from '../support/json.ts';
import { PRESENCE, startWorld, WEBHOOK } from './world.ts';

for (const kind of DATABASES) {
  describe(`a webhook, on ${kind}`, async () => {
    const world = await startWorld(kind);
    const { gate, writer, receiver, deliver, news, published } = world;
    const { app, context, clock } = gate;

    test('hears of no draft', async () => {
      await world.piece();
      await world.drafted({ headline: 'By a machine', body_md: 'Words.' });
      await deliver();
      assert.deepEqual(news(), []);
    });

    test('gets the piece as the API has it, with its event and its id', async () => {
      const page = await published();
      await deliver();
      const [one, ...more] = news();
      assert.deepEqual(more, []);
      const answer = await app.inject(`/api/public/pieces/${idOf(page)}`);
      assert.deepEqual(JSON.parse(String(one?.body)), at(JSON.parse(answer.body), 'piece'));
      const { id } = await world.delivery(page);
      assert.partialDeepStrictEqual(one?.headers, {
        'content-type': 'application/json',
        'x-service-event': 'piece.published',
        'x-service-delivery': id,
        'webhook-id': id,
      });
      assert.equal((await world.delivery(page)).state, 'delivered');
    });

    test('hears nothing of changes, nor of a second publication', async () => {
      const page = await published();
      await deliver();
      assert.equal(news().length, 1);
      await world.save(page, 1);
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      leadsTo(await writer.submit(`${page}/unpublish`));
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      await deliver();
      assert.deepEqual(news(), []);
    });

    test('is not tried again for what was unpublished, but once it is public again', async () => {
      receiver.answerWith(500);
      const page = await published();
      await deliver();
      const [first] = news();
      leadsTo(await writer.submit(`${page}/unpublish`));
      clock.advance(1e9);
      await deliver();
      assert.deepEqual(news(), []);
      assert.equal((await world.delivery(page)).state, 'cancelled');
      receiver.answerWith(200);
      leadsTo(await writer.submit(`${page}/publish`, { version: '1' }));
      await deliver();
      const [second, ...more] = news();
      assert.deepEqual(more, []);
      assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
      assert.equal((await world.delivery(page)).state, 'delivered');
    });

    test('that is off hears nothing', async () => {
      leadsTo(await writer.submit(`${WEBHOOK}/off`, {}, PRESENCE));
      await published();
      await deliver();
      assert.deepEqual(news(), []);
      leadsTo(await writer.submit(`${WEBHOOK}/on`, {}, PRESENCE));
      await deliver();
      assert.deepEqual(news(), []);
    });

    test('hears nothing of a suspended writer until they are back', async () => {
      clock.advance(1_000);
      const page = await published();
      await suspendWriter(context, 'ada');
      await deliver();
      assert.deepEqual(news(), []);
      await reinstateWriter(context, 'ada');
      await deliver();
      const bodies = news().map(({ body }) => String(at(JSON.parse(String(body)), 'id')));
      assert.deepEqual(bodies.map(idOf), [idOf(page)]);
    });
  });

  describe(`a piece that is approved while its writer is suspended, on ${kind}`, async () => {
    const world = await startWorld(kind, { REVIEW: 'on' });
    test('is delivered when it first becomes public', async () => {
      const page = await world.piece();
      leadsTo(await world.writer.submit(`${page}/publish`, { version: '1' }));
      world.gate.clock.advance(1_000);
      await suspendWriter(world.gate.context, 'ada');
      world.gate.clock.advance(1_000);
      const review = `/desk/review/${idOf(page)}`;
      leadsTo(await world.stranger.submit(review, { decision: 'approve', version: '1' }));
      await world.deliver();
      assert.deepEqual(world.news(), []);
      await reinstateWriter(world.gate.context, 'ada');
      await world.deliver();
      assert.equal(world.news().length, 1);
    });
  });

  describe(`a service with a webhook, on ${kind}`, async () => {
    const world = await startWorld(kind);
    test('delivers by itself for as long as it serves', async () => {
      await world.gate.app.listen({ port: 0, host: '127.0.0.1' });
      await world.published();
      await world.receiver.has(1);
      // Closing the application records the outcome before the database is closed.
      await world.gate.app.close();
    });
  });
}
