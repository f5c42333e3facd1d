// Series in archives: carried from one database to the other, refused where they are forged, absent from old ones.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importArchive } from '../../src/operations/archive/import.ts';
import { ImportRefused } from '../../src/operations/archive/refusals.ts';
import { exportText } from '../support/archive/archives.ts';
import { author, piece, series } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const ONE = piece('ada', { headline: 'One', slug: 'one' });
const DRAFT = piece('ada', { headline: 'Draft', status: 'draft', published_at: undefined });
const TRASHED = piece('ada', {
  ...{ headline: 'Trashed', status: 'draft', published_at: undefined },
  trashed_at: '2026-05-02T00:00:00.000Z',
});
const TWO = piece('ada', { headline: 'Two', slug: 'two' });
const BOBS = piece('bob');
const WORLD = [author('ada'), author('bob'), ONE, DRAFT, TRASHED, TWO, BOBS];

const WATER = series('ada', [TWO, TRASHED, DRAFT, ONE], {
  ...{ title: 'آب', slug: 'آب', slugs: ['water', 'آب'], description: 'Of it.' },
  created_at: '2026-05-03T00:00:00.000Z',
});
const EMPTY = series('bob', [], { slug: 'empty' });

const lined = (records: object[]) => records.map((record) => JSON.stringify(record));

const seriesIn = (archive: string) =>
  archive.split('\n').filter((line) => line.startsWith('{"type":"series"'));

for (const kind of DATABASES_IN_FULL) {
  describe(`series in archives, on ${kind}`, () => {
    test('are carried over whole, with parts that are not public or in the trash', async () => {
      const here = await startService(kind);
      const imported = await importArchive(here.context, lined([...WORLD, WATER, EMPTY]));
      assert.equal(imported.series, 2);
      const first = await exportText(here.context);
      assert.equal(seriesIn(first).length, 2);
      assert.equal(seriesIn(await exportText(here.context, 'bob')).length, 1);
      const there = await startService(kind === 'sqlite' ? 'postgres' : 'sqlite');
      await importArchive(there.context, first.split('\n'));
      assert.equal(await exportText(there.context), first);
      const url = `/author/ada/series/${encodeURIComponent('آب')}`;
      for (const { app } of [here, there]) {
        const { body } = await app.inject(url);
        assert.match(body, />Two<.*>One</s);
        assert.doesNotMatch(body, /Draft|Trashed/);
        assert.equal((await app.inject('/author/ada/series/water')).headers.location, url);
        assert.equal((await app.inject('/author/bob/series/empty')).statusCode, 404);
      }
    });

    test('are refused where they take what is not theirs, and then nothing is imported', async () => {
      const { context } = await startService(kind);
      const other = { slug: 'other' };
      const forged: [string, object[]][] = [
        ['parts', [series('ada', [BOBS])]],
        ['parts', [series('ada', [{ id: '00000000-0000-4000-8000-000000000000' }])]],
        ['parts', [series('ada', [ONE, ONE])]],
        ['parts', [series('ada', [ONE]), series('ada', [ONE], other)]],
        [
          'parts',
          [
            series(
              'ada',
              Array.from({ length: 101 }, () => ONE),
            ),
          ],
        ],
        ['slug', [series('ada', []), series('ada', [])]],
        ['slug', [series('ada', []), series('ada', [], { ...other, slugs: ['a-series'] })]],
        ['slug', [series('ada', [], { slug: '../desk' })]],
        ['slug', [series('ada', [], { slug: 'Not-A-Slug' })]],
        ['title', [series('ada', [], { title: ' ' })]],
        ['description', [series('ada', [], { description: 'x'.repeat(601) })]],
        ['author', [series('nobody', [])]],
        ['id', [WATER, { ...WATER, slug: 'other', slugs: [], parts: [] }]],
      ];
      for (const [field, lines] of forged) {
        await assert.rejects(importArchive(context, lined([...WORLD, ...lines])), (refused) => {
          assert.ok(refused instanceof ImportRefused);
          assert.deepEqual(
            [...new Set(refused.errors.map((each) => each.field.replace(/\[.*/, '')))],
            [field],
          );
          return true;
        });
        assert.equal(await exportText(context), '');
      }
    });
  });
}
