// Versions saved at the desk in every way survive export and import byte by byte, with gaps, blanks and origins.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importArchive } from '../../src/operations/archive/import.ts';
import { takeSlug } from '../../src/operations/publishing/piece-slug.ts';
import { exportText } from '../support/archive/archives.ts';
import { problemsOf, version } from '../support/archive/imports.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL, freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../support/desk/editing.ts';

for (const kind of DATABASES_IN_FULL) {
  describe(`saved versions in an archive, on ${kind}`, async () => {
    const editing = await startEditing(kind);
    const { gate, writer, save } = editing;
    const { store } = gate.context;

    test('a slug that was chosen before the first publication is still the piece’s own', async () => {
      const page = await editing.piece('never public');
      const row = await store.pieces.byId(idOf(page));
      assert.ok(row);
      await takeSlug(store, row, 'chosen', gate.context.now().toISOString());
      const other = await contextAt(await freshPlace(kind));
      await importArchive(other, (await exportText(gate.context)).split('\n'));
      assert.equal((await other.store.pieces.byId(idOf(page)))?.slug, 'chosen');
    });

    test('of every origin, with gaps between them, come back as they went', async () => {
      const page = await editing.drafted({ headline: 'By a machine', body_md: 'One.' });
      const id = idOf(page);
      const first = await store.pieces.version(id, 1);
      assert.ok(first);
      for (const number of [4, 9]) {
        await store.pieces.addVersion({ ...first, number, origin: 'autosaved' });
      }
      await store.pieces.update(id, { working_version: 9 });
      await save(page, 9);
      leadsTo(await writer.submit(`${page}/publish`, { version: '10' }));
      leadsTo(await writer.submit(`${page}/versions/4`, { version: '10' }));
      const text = await exportText(gate.context);
      const other = await contextAt(await freshPlace(kind));
      await importArchive(other, text.split('\n'));
      assert.equal(await exportText(other), text);
      const notes = await other.store.versions.notes(id, 10);
      assert.deepEqual(
        notes.map(({ number, origin }) => [number, origin]),
        [
          [11, 'restored'],
          [10, 'saved'],
          [9, 'autosaved'],
          [4, 'autosaved'],
          [1, 'created'],
        ],
      );
      const row = await other.store.pieces.byId(id);
      assert.deepEqual([row?.working_version, row?.live_version], [11, 10]);
    });

    test('without a headline or a text yet come back too', async () => {
      const page = await editing.piece();
      await save(page, 1, { headline: '', body_md: 'A text.' });
      await save(page, 2, { headline: 'A headline', body_md: '' });
      await save(page, 3, { headline: ' ', body_md: '\n' });
      const text = await exportText(gate.context);
      const other = await contextAt(await freshPlace(kind));
      await importArchive(other, text.split('\n'));
      assert.equal(await exportText(other), text);
    });

    test('are refused where readers would see a blank', async () => {
      const context = await contextAt(await freshPlace(kind));
      const blank = version({ headline: ' ' });
      const said = version({ number: 2 });
      const lines = [
        author('ada'),
        piece('ada', { headline: '' }),
        piece('ada', { headline: '', versions: [blank] }),
        piece('ada', { body_md: ' ', versions: [said, version({ number: 3, body_md: ' ' })] }),
        piece('ada', { versions: [blank, said], live_version: 1 }),
        piece('ada', { versions: [blank, said], live_version: 2 }),
        piece('ada', { headline: '', status: 'pending', published_at: undefined }),
        piece('ada', { headline: '', status: 'draft', published_at: undefined }),
      ];
      assert.deepEqual(await problemsOf(context, lines), [
        ...['2: headline', '3: headline', '4: body_md', '5: versions[0].headline', '7: headline'],
      ]);
    });
  });
}
