// The temporary file of an import: a disk without room for it is one sentence that names the folder.

import assert from 'node:assert/strict';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Spool } from '../../src/operations/archive/spool.ts';
import { author } from '../support/archive/records.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { assertOneLine, environmentOf, runCli } from '../support/processes/cli.ts';

describe('a spool', () => {
  // The kernel's own device that never has room.
  for (const [when, bytes] of [
    ['while items are added', 300_000],
    ['when they are read', 10],
  ] as const) {
    test(`whose disk is full says so ${when}`, async () => {
      const file = await open('/dev/full', 'r+');
      const spool = new Spool<string>(file, '/the/folder');
      const fill = async () => {
        await spool.add('x'.repeat(bytes));
        for await (const _item of spool.read()) assert.fail('nothing was written');
      };
      await assert.rejects(fill(), {
        name: 'OperatorError',
        message: /^The folder for temporary files, \/the\/folder, is full: free some space.*TMPDIR/,
      });
      await spool.close();
    });
  }

  test('without a folder is one sentence of import', async () => {
    const place = await freshPlace('sqlite');
    const file = join(place.dataDir, 'in.ndjson');
    await writeFile(file, JSON.stringify(author('ada')));
    const ended = await runCli({ ...environmentOf(place), TMPDIR: '/none' }, ['import', file]);
    assertOneLine(
      ended,
      /^The folder for temporary files, \/none, cannot be used: ENOENT/,
      'TMPDIR',
    );
  });
});
