// backup: a whole and consistent copy, taken while others write.

import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../src/operations/operation.ts';
import { assertDone, assertOneLine, cliAt, environmentOf, startCli } from '../support/cli.ts';
import { freshPlace, type Place } from '../support/databases.ts';
import { contextAt, importLines } from '../support/placed.ts';
import { author, piece } from '../support/records.ts';
import { rounds } from '../support/soak.ts';
import { databaseFile, sqlAt, withSql } from '../support/sql.ts';

const AT_ONCE = 5;

/** A place of its own for each copy: a data folder that could be started from. */
async function newCopy(place: Place, name: string) {
  const copy = { dataDir: join(place.dataDir, name), databaseUrl: null };
  await mkdir(copy.dataDir);
  return { copy, file: databaseFile(copy) };
}

/** Writes an author and some pieces, again and again, until told to stop. */
function keepWriting(context: Context, prefix: string) {
  let stopped = false;
  let written = 0;
  const done = (async () => {
    while (!stopped) {
      written += 1;
      const slug = `${prefix}-${written}`;
      await importLines(context, [
        author(slug),
        ...Array.from({ length: AT_ONCE }, () => piece(slug, { body_md: 'Words. '.repeat(300) })),
      ]);
    }
  })();
  const stop = async () => {
    stopped = true;
    await done;
    return written;
  };
  return { stop, written: () => written };
}

async function assertWhole(copy: Place): Promise<number> {
  const [authors, pieces] = await withSql(copy, async (query) => {
    assert.deepEqual(Object.values((await query('PRAGMA integrity_check'))[0] ?? {}), ['ok']);
    assert.deepEqual(await query('PRAGMA foreign_key_check'), []);
    return [
      await query('SELECT slug, pieces_count FROM authors'),
      await query('SELECT 1 FROM publications'),
    ];
  });
  // Each transaction wrote an author with all the pieces of theirs.
  for (const { slug, pieces_count } of authors) assert.equal(pieces_count, AT_ONCE, String(slug));
  assert.equal(pieces.length, authors.length * AT_ONCE);
  assertDone(await cliAt(copy, 'doctor'));
  return authors.length;
}

describe('backup', () => {
  test('is consistent while a writer writes, and opens', async () => {
    const place = await freshPlace('sqlite');
    const writer = keepWriting(await contextAt(place), 'during');
    try {
      for (let round = 0; round < rounds(3, 20); round += 1) {
        const { copy, file } = await newCopy(place, `copy-${round}`);
        const before = writer.written();
        const ended = await cliAt(place, 'backup', file);
        assertDone(ended);
        assert.ok(ended.stdout.includes(file));
        const copied = await assertWhole(copy);
        assert.ok(copied >= before - 1, 'what was written before is in it');
      }
    } finally {
      await writer.stop();
    }
    assertDone(await cliAt(place, 'doctor'));
  });

  test('ends also when a large database never comes to rest', async () => {
    const place = await freshPlace('sqlite');
    assertDone(await cliAt(place, 'migrate'));
    await sqlAt(place, 'CREATE TABLE ballast (bytes BLOB)');
    await sqlAt(
      place,
      `INSERT INTO ballast WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200)
       SELECT zeroblob(1000000) FROM n`,
    );
    const { copy, file } = await newCopy(place, 'copy');
    const ended = await withSql(place, async (query) => {
      const running = startCli(environmentOf(place), ['backup', file]);
      while (running.process.exitCode === null && running.process.signalCode === null) {
        await query('INSERT INTO ballast VALUES (zeroblob(10))');
        await setImmediate();
      }
      return running.ended;
    });
    assertDone(ended);
    assert.deepEqual(Object.values((await sqlAt(copy, 'PRAGMA integrity_check'))[0] ?? {}), ['ok']);
  });

  test('refuses what it cannot do, in one line, and leaves no half copy', async () => {
    const place = await freshPlace('sqlite');
    assertDone(await cliAt(place, 'migrate'));
    const { file } = await newCopy(place, 'copy');
    await writeFile(file, 'kept');
    assertOneLine(await cliAt(place, 'backup', file), file, 'exists');
    const missing = join(dirname(file), 'missing', 'copy.db');
    assertOneLine(await cliAt(place, 'backup', missing), missing);
    assert.deepEqual(await readdir(dirname(file)), ['standfirst.db']);
    assertOneLine(await cliAt(await freshPlace('postgres'), 'backup', missing), 'pg_dump');
  });
});
