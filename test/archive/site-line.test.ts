// The site's identity is part of an archive, on both databases; an archive without it changes nothing.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportArchive } from '../../src/operations/archive/export.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { ImportRefused } from '../../src/operations/archive/refusals.ts';
import { readIdentity } from '../../src/operations/identity/identity.ts';
import { exportText } from '../support/archive/archives.ts';
import { author } from '../support/archive/records.ts';
import { DATABASES_IN_FULL, freshPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';

const SAID = {
  type: 'site',
  name: 'Salt & Paper',
  description: 'On bridges.',
  accent: '#0b5c8a',
  header_links: [{ label: 'About', url: '/author/ada' }],
  categories: ['money', 'life'],
};

for (const kind of DATABASES_IN_FULL) {
  describe(`what is said of the site, in an archive, on ${kind}`, async () => {
    const context = await contextAt(await freshPlace(kind));

    test('is taken and given back as it was', async () => {
      await importLines(context, [SAID, author('ada')]);
      const { name, accent, categories } = await readIdentity(context);
      assert.deepEqual(
        [name, accent?.light, categories],
        ['Salt & Paper', '#0b5c8a', ['money', 'life']],
      );
      const text = await exportText(context);
      assert.equal(text.split('\n')[0], JSON.stringify(SAID));
      await importLines(context, [author('eve')]);
      assert.ok((await exportText(context)).startsWith(JSON.stringify(SAID)));
    });

    test('is not in the archive of one writer', async () => {
      const lines: string[] = [];
      await exportArchive(context, 'ada', async (line) => void lines.push(line));
      assert.ok(lines.every((line) => !line.includes('"type":"site"')));
    });

    for (const wrong of [
      { accent: '#ffffff' },
      { name: 'x'.repeat(81) },
      { footer_links: [{ label: 'Here', url: 'javascript:alert(1)' }] },
      { categories: ['nothing'] },
    ]) {
      test(`is refused with ${JSON.stringify(wrong).slice(0, 60)}`, async () => {
        const lines = [JSON.stringify({ type: 'site', ...wrong })];
        await assert.rejects(importArchive(context, lines), ImportRefused);
        assert.ok((await exportText(context)).startsWith(JSON.stringify(SAID)));
      });
    }
  });
}
