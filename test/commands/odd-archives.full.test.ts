// import and export with files that aren't plain files, that cannot be read, or of a broken database.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { DATABASES } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { assertDone, assertOneLine, cliAt } from '../support/processes/cli.ts';
import { GOOD, placeWith } from './archive-world.ts';

for (const kind of DATABASES) {
  describe(`odd archives on ${kind}`, () => {
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

    test('a file that is not UTF-8 is refused whole', async () => {
      const { place, file, pieces } = await placeWith(
        kind,
        Buffer.concat([Buffer.from(`${GOOD.join('\n')}\n`), Buffer.from([0xff, 0x0a])]),
      );
      assertOneLine(await cliAt(place, 'import', file), 'UTF-8');
      assert.equal(await pieces(), 0);
    });

    test('a fault of the database isn’t shown as a stack trace', async () => {
      const { place, file, pieces } = await placeWith(kind, GOOD.join('\n'));
      assertDone(await cliAt(place, 'migrate'));
      // A missing table, as after a manual change or a partial restore.
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
