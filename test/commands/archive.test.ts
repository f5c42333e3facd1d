// import and export as commands: files in every form, what they say, and what they leave behind.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, type DatabaseKind, freshPlace } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { isFull, someOf } from '../support/full.ts';
import { assertDone, assertOneLine, cliAt } from '../support/processes/cli.ts';

const separators = 'one\u2028two\u2029three';
const GOOD = [author('ada'), piece('ada', { body_md: separators }), piece('ada')].map((line) =>
  JSON.stringify(line),
);

/** A place, a file in it with these bytes, and what is in its database. */
async function placeWith(kind: DatabaseKind, bytes: string | Uint8Array) {
  const place = await freshPlace(kind);
  const file = join(place.dataDir, 'given.ndjson');
  await writeFile(file, bytes);
  const pieces = async () => (await sqlAt(place, 'SELECT piece_id FROM publications')).length;
  return { place, file, pieces };
}

const KINDS = isFull ? DATABASES : (['sqlite'] as const);

for (const kind of KINDS) {
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

    test('a link stays a link, and a pipe a pipe', async () => {
      const { place, file } = await placeWith(kind, GOOD.join('\n'));
      assertDone(await cliAt(place, 'import', file));
      const at = (name: string) => join(place.dataDir, name);
      await writeFile(at('target.ndjson'), 'old');
      await symlink('target.ndjson', at('link.ndjson'));
      assertDone(await cliAt(place, 'export', at('link.ndjson')));
      const text = await readFile(at('target.ndjson'), 'utf8');
      assert.equal(text.split('\n').length, 4);
      assert.ok((await lstat(at('link.ndjson'))).isSymbolicLink());

      await promisify(execFile)('mkfifo', [at('pipe')]);
      const [received, ended] = await Promise.all([
        readFile(at('pipe'), 'utf8'),
        cliAt(place, 'export', at('pipe')),
      ]);
      assertDone(ended);
      assert.equal(received, text);
      assert.ok((await lstat(at('pipe'))).isFIFO());
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

    test('a file that is not UTF-8 is refused whole', async () => {
      const { place, file, pieces } = await placeWith(
        kind,
        Buffer.concat([Buffer.from(`${GOOD.join('\n')}\n`), Buffer.from([0xff, 0x0a])]),
      );
      assertOneLine(await cliAt(place, 'import', file), 'UTF-8');
      assert.equal(await pieces(), 0);
    });

    test('a fault of the database is no stack trace', async () => {
      const { place, file, pieces } = await placeWith(kind, GOOD.join('\n'));
      assertDone(await cliAt(place, 'migrate'));
      // As a hand or a half-restored dump could leave it.
      await sqlAt(place, 'DROP TABLE piece_moves');
      assertOneLine(await cliAt(place, 'import', file), 'piece_moves');
      assert.equal(await pieces(), 0);
    });
  });
}

describe('import and export', () => {
  test('say in one line what is wrong with a file, and leave nothing half-made', async () => {
    const { place } = await placeWith('sqlite', '');
    const folder = join(place.dataDir, 'folder');
    await mkdir(folder);
    const missing = join(folder, 'missing', 'x.ndjson');
    assertOneLine(await cliAt(place, 'import', missing), missing);
    assertOneLine(await cliAt(place, 'import', folder), folder);
    assertOneLine(await cliAt(place, 'export', missing), missing);
    assertOneLine(await cliAt(place, 'export', folder), folder);
    const whole = join(folder, 'x.ndjson');
    assertOneLine(await cliAt(place, 'export', '--writer', 'nobody', whole), 'nobody');
    assert.deepEqual(await readdir(folder), []);
  });
});
