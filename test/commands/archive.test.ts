// import and export as commands: files in every form, and what they say. Odd files are in odd-archives.full.test.ts.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { piece } from '../support/archive/records.ts';
import { freshPlace, SQLITE_OR_BOTH } from '../support/databases/databases.ts';
import { someOf } from '../support/full.ts';
import { assertDone, cliAt } from '../support/processes/cli.ts';
import { GOOD, placeWith, separators } from './archive-world.ts';

for (const kind of SQLITE_OR_BOTH) {
  describe(`import and export on ${kind}`, () => {
    const forms: [form: string, text: string, pieces: number][] = [
      ['LF', GOOD.join('\n'), 2],
      ['CRLF, a byte order mark and blank lines', `\uFEFF${GOOD.join('\r\n')}\r\n\r\n`, 2],
      ['no line at all', '', 0],
    ];
    for (const [form, text, count] of someOf(forms, 2)) {
      test(`a file with ${form} is imported`, async () => {
        const { place, file, pieces } = await placeWith(kind, text);
        const ended = await cliAt(place, 'import', file);
        assertDone(ended);
        assert.match(ended.stdout, new RegExp(`^Imported \\d authors, ${count} pieces and 0`));
        assert.equal(ended.stderr, '');
        assert.equal(await pieces(), count);
      });
    }

    test('what is exported is imported again, and exported as the same bytes', async () => {
      const { place, file } = await placeWith(kind, GOOD.join('\n'));
      assertDone(await cliAt(place, 'import', file));
      const first = join(place.dataDir, 'first.ndjson');
      assertDone(await cliAt(place, 'export', first));
      const other = await freshPlace(kind === 'sqlite' ? 'postgres' : 'sqlite');
      assertDone(await cliAt(other, 'import', first));
      const second = join(other.dataDir, 'second.ndjson');
      assertDone(await cliAt(other, 'export', '--writer', 'ada', second));
      const text = await readFile(first, 'utf8');
      assert.equal(text.split('\n').length, 4);
      assert.ok(text.includes(separators));
      assert.equal(await readFile(second, 'utf8'), text);
    });

    test('a check finds what an import would, and stores nothing', async () => {
      const { place, file, pieces } = await placeWith(kind, GOOD.join('\n'));
      const good = await cliAt(place, 'import', '--check', file);
      assertDone(good);
      assert.match(good.stdout, /^Checked \d authors, 2 pieces and 0 .*can be imported\. Nothing/s);
      assert.equal(await pieces(), 0);
      assertDone(await cliAt(place, 'import', file));
      // The database has the author's piece ids by now.
      const again = await cliAt(place, 'import', '--check', file);
      assert.equal(again.code, 1);
      assert.match(again.stderr, /^line \d: .*Nothing was imported: /s);
      assert.equal(await pieces(), 2);
    });

    test('bad lines are listed, the first twenty, and the last line says the rest', async () => {
      const bad = Array.from({ length: 30 }, () => JSON.stringify(piece('ada', { headline: '' })));
      const { place, file, pieces } = await placeWith(kind, [...GOOD, ...bad].join('\n'));
      const { code, stdout, stderr } = await cliAt(place, 'import', file);
      const lines = stderr.trimEnd().split('\n');
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.equal(lines.length, 22);
      assert.match(lines[0] ?? '', /^line 4: headline: Expected text/);
      assert.equal(lines[20], 'and 10 more');
      assert.equal(lines[21], `Nothing was imported: ${file} has 30 problems.`);
      assert.equal(await pieces(), 0);
    });
  });
}
