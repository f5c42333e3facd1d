// Bulk acts and search: no writer waits for the search index, and texts that it is behind on are never found.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { updateSearchIndex } from '../../src/operations/publishing/search-index.ts';
import { SearchTextStore } from '../../src/store/publications/search-texts.ts';
import { Store } from '../../src/store/store.ts';
import type { PieceTextRow } from '../../src/store/tables/publications.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { importLines } from '../support/databases/existing-database.ts';
import { startService } from '../support/service.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

const pieces = (slug: string, count: number, from: number, words: string) =>
  Array.from({ length: count }, (_, number) =>
    piece(slug, {
      ...{ headline: `${words} ${number}`, body_md: `All about ${words}.` },
      published_at: at(from + number),
    }),
  );

for (const kind of DATABASES) {
  describe(`the search index beside a bulk act on ${kind}`, async () => {
    const service = await startService(kind);
    const { context, app } = service;
    const found = async (words: string): Promise<string[]> => {
      const url = `/api/public/pieces/search?limit=10&q=${encodeURIComponent(words)}`;
      const { results }: { results: { title: string }[] } = (await app.inject(url)).json();
      return results.map(({ title }) => title);
    };
    await service.add(author('ada'), author('bo'), ...pieces('bo', 3, 0, 'Herons'));

    /** Ends the act where it would touch the search index. */
    const cutOff = async (
      t: { mock: { method: typeof test.mock.method } },
      act: () => Promise<unknown>,
    ) => {
      const { mock } = t.mock.method(SearchTextStore.prototype, 'replace', async () => {
        throw new Error('cut off');
      });
      await assert.rejects(act(), /cut off/);
      mock.restore();
      assert.equal(await context.store.searchTexts.isBehind(), true);
    };

    test('an import is whole before search knows of it', async (t) => {
      await cutOff(t, () => importLines(context, pieces('ada', 30, 10, 'Herons')));
      assert.equal(await context.store.publications.count(), 33);
      assert.deepEqual(await found('herons'), ['Herons 2', 'Herons 1', 'Herons 0']);
      await updateSearchIndex(context);
      assert.equal((await found('herons')).at(0), 'Herons 29');
      await context.store.checkSearchIndex();
      assert.equal(await context.store.searchTexts.isBehind(), false);
    });

    test('what a suspension hid is not found, and hides nothing of others', async (t) => {
      await cutOff(t, () => suspendWriter(context, 'ada'));
      for (const words of ['herons', 'all about herons']) {
        assert.deepEqual(await found(words), ['Herons 2', 'Herons 1', 'Herons 0']);
      }
      await reinstateWriter(context, 'ada');
      assert.equal((await found('herons')).at(0), 'Herons 29');
      await updateSearchIndex(context);
      await context.store.checkSearchIndex();
    });

    test('pieces that an import moved are not taken for others', async (t) => {
      // Older than everything of ada's, so that all of hers move.
      await cutOff(t, () => importLines(context, pieces('bo', 7, 5, 'Kestrels')));
      assert.deepEqual(await found('kestrels'), []);
      assert.deepEqual(await found('all about herons'), ['Herons 2', 'Herons 1', 'Herons 0']);
      await updateSearchIndex(context);
      assert.equal((await found('kestrels')).length, 7);
      assert.equal((await found('herons')).at(0), 'Herons 29');
      await context.store.checkSearchIndex();
    });

    test('what an import moves stays near, so that pages that somebody reads go on', async () => {
      const { publications } = context.store;
      const before = await publications.lastPosition();
      await importLines(context, pieces('bo', 1, 6, 'Wrens'));
      assert.equal(await publications.lastPosition(), before + 1);
    });

    test('a disk that is full once an import is stored does not make it fail', async (t) => {
      const full = Object.assign(
        new Error('full'),
        kind === 'sqlite' ? { errcode: 13 } : { code: '53100' },
      );
      assert.ok(context.store.isDiskFull(full));
      const settle = t.mock.method(Store.prototype, 'settle', () => Promise.reject(full));
      await importLines(context, pieces('bo', 1, 7, 'Plovers'));
      assert.equal(settle.mock.callCount(), 1);
      assert.deepEqual(await found('plovers'), ['Plovers 0']);
    });

    test('others write between the parts of it', async (t) => {
      let parts = 0;
      const { replace } = SearchTextStore.prototype;
      t.mock.method(
        SearchTextStore.prototype,
        'replace',
        function (this: SearchTextStore, positions: number[], rows: PieceTextRow[]) {
          parts += 1;
          return replace.call(this, positions, rows);
        },
      );
      const partsBefore: number[] = [];
      const long = 'Words and words. '.repeat(1_200);
      const lines = pieces('bo', 40, 100, 'Owls').map((each) => ({ ...each, body_md: long }));
      const importing = importLines(context, lines);
      let isDone = false;
      void importing.finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await context.store.settings.remove('nothing');
        partsBefore.push(parts);
      }
      await importing;
      const between = new Set(partsBefore.filter((count) => count > 0 && count < parts));
      assert.ok(between.size >= 3, `writes after ${[...between]} of ${parts} parts`);
    });
  });
}
