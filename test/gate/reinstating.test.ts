// Reinstating a writer of many pieces: nothing is rendered while others wait to write.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  finishReinstatements,
  isReinstating,
} from '../../src/operations/accounts/reinstatements.ts';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import type { Context } from '../../src/operations/operation.ts';
import { renderingThread, SHORT_TEXT } from '../../src/rendering/on-thread/rendering-thread.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startDesk } from '../support/desk/desk.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { startService } from '../support/service.ts';

const PIECES = 25;
const LONG = 'Words. '.repeat(SHORT_TEXT / 7 + 1);

/** The context, changed to record for each text whether a transaction was open while it was rendered. */
function watched(context: Context) {
  const seen = { open: 0, transactions: 0, renderedInside: 0, rendered: 0 };
  const store = Object.create(context.store);
  store.transaction = async (work: Parameters<typeof context.store.transaction>[0]) => {
    seen.open += 1;
    seen.transactions += 1;
    return context.store.transaction(work).finally(() => {
      seen.open -= 1;
    });
  };
  const run = renderingThread.run.bind(renderingThread);
  renderingThread.run = (...given) => {
    seen.rendered += 1;
    if (seen.open > 0) seen.renderedInside += 1;
    return run(...given);
  };
  return { context: { ...context, store: bound(store, context.store) }, seen, run };
}

/** Private fields are found on the store itself alone. */
const bound = (changes: Context['store'], store: Context['store']): Context['store'] =>
  new Proxy(store, {
    get: (target, name) => {
      if (name === 'transaction') return changes.transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

for (const kind of DATABASES) {
  describe(`reinstating on ${kind}`, async () => {
    const service = await startService(kind);
    const lines = Array.from({ length: PIECES }, (_, at) =>
      piece('ada', { headline: `Piece ${at}`, body_md: LONG }),
    );
    await service.add(author('ada'), ...lines);
    const count = () => service.context.store.publications.count();

    test('renders outside of transactions, and writes in several', async () => {
      await suspendWriter(service.context, 'ada');
      assert.equal(await count(), 0);
      const { context, seen, run } = watched(service.context);
      await reinstateWriter(context, 'ada');
      renderingThread.run = run;
      assert.equal(await count(), PIECES);
      assert.equal(seen.rendered, PIECES);
      assert.equal(seen.renderedInside, 0);
      // One to begin, one for each ten pieces, and one at the end.
      assert.ok(seen.transactions >= 5, `${seen.transactions} transactions`);
      await service.context.store.checkSearchIndex();
      await assert.rejects(reinstateWriter(service.context, 'ada'), /not suspended/);
    });

    test('can be run again where it was cut off', async () => {
      await suspendWriter(service.context, 'ada');
      const { run } = renderingThread;
      let rendered = 0;
      renderingThread.run = async (...given) => {
        rendered += 1;
        if (rendered > 15) throw new Error('cut off');
        return run.apply(renderingThread, given);
      };
      await assert.rejects(reinstateWriter(service.context, 'ada'), /cut off/);
      renderingThread.run = run;
      assert.ok((await count()) < PIECES);
      await reinstateWriter(service.context, 'ada');
      assert.equal(await count(), PIECES);
      await service.context.store.checkSearchIndex();
    });

    test('puts pieces where an import has moved them meanwhile', async () => {
      await service.add(author('bo'));
      await suspendWriter(service.context, 'ada');
      const { run } = renderingThread;
      const older = piece('bo', { published_at: '2020-01-01T00:00:00.000Z' });
      let imported: Promise<unknown> | undefined;
      renderingThread.run = async (...given) => {
        imported ??= service.add(older);
        await imported;
        return run.apply(renderingThread, given);
      };
      await reinstateWriter(service.context, 'ada');
      renderingThread.run = run;
      assert.ok(imported);
      assert.equal(await count(), PIECES + 1);
      assert.deepEqual(await service.context.store.integrity.faults(), []);
      await service.context.store.checkSearchIndex();
      await service.context.store.transaction((tx) => tx.publications.remove(older.id));
    });

    test('ends where the writer is suspended again', async () => {
      await suspendWriter(service.context, 'ada');
      const { run } = renderingThread;
      let rendered = 0;
      renderingThread.run = async (...given) => {
        rendered += 1;
        if (rendered === 15) await suspendWriter(service.context, 'ada');
        return run.apply(renderingThread, given);
      };
      await reinstateWriter(service.context, 'ada');
      renderingThread.run = run;
      assert.equal(await count(), 0);
    });

    test('is finished by another process once the lease of one that died has ended', async () => {
      const { context } = service;
      await suspendWriter(context, 'ada');
      const { run } = renderingThread;
      let rendered = 0;
      renderingThread.run = async (...given) => {
        rendered += 1;
        if (rendered > 15) throw new Error('cut off');
        return run.apply(renderingThread, given);
      };
      await assert.rejects(reinstateWriter(context, 'ada'), /cut off/);
      renderingThread.run = run;
      const begun = await count();
      const after = (ms: number) => ({
        ...context,
        now: () => new Date(context.now().getTime() + ms),
      });
      await finishReinstatements(after(59_999), new AbortController().signal);
      assert.equal(await count(), begun);
      await finishReinstatements(after(60_000), AbortSignal.abort());
      assert.equal(await count(), begun);
      await finishReinstatements(after(60_000), new AbortController().signal);
      assert.equal(await count(), PIECES);
      await context.store.checkSearchIndex();
      await assert.rejects(reinstateWriter(context, 'ada'), /not suspended/);
    });
  });
}

for (const kind of DATABASES_IN_FULL) {
  test(`an admin gets an answer before a long reinstatement has ended, on ${kind}`, async () => {
    const desk = await startDesk(kind);
    const { store } = desk.context;
    await desk.writer('ada');
    await desk.add(piece('ada', { body_md: LONG }));
    const admin = await desk.signedIn(await desk.writer('chief', { admin: true }));
    const form_token = await admin.csrfToken('/desk');
    const reinstate = () =>
      admin.post('/desk/writers', { form_token, deed: 'reinstate', slug: 'ada' });
    await suspendWriter(desk.context, 'ada');
    const { run } = renderingThread;
    const { promise, resolve } = Promise.withResolvers<void>();
    renderingThread.run = async (...given) => {
      await promise;
      return run.apply(renderingThread, given);
    };
    const answer = await reinstate();
    const { body } = await admin.open(leadsTo(answer));
    assert.match(body, /Reinstated\.<[\s\S]+Their pieces are becoming public again/);
    assert.equal(await store.publications.count(), 0);
    renderingThread.run = run;
    resolve();
    // The rest is left to the job, once the request has given it up.
    const { id = '' } = (await store.authors.bySlug('ada')) ?? {};
    while (await isReinstating(store, id)) {
      await finishReinstatements(desk.context, new AbortController().signal);
    }
    assert.equal(await store.publications.count(), 1);
    const again = await admin.open(leadsTo(await reinstate()));
    assert.match(again.body, /Reinstated\. Everything that was public is public again/);
  });
}
