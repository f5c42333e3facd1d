// SIGKILL in the middle of an import: the database opens, with all of the import or none of it.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { updateSearchIndex } from '../../src/operations/publishing/search-index.ts';
import { openStore } from '../../src/store/store.ts';
import { author, piece } from '../support/archive/records.ts';
import {
  DATABASES,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import {
  assertDone,
  assertOneLine,
  cliAt,
  environmentOf,
  startCli,
} from '../support/processes/cli.ts';
import { noteFigure, rounds } from '../support/soak.ts';

/** Several of the batches in which an import writes. */
const PIECES = rounds(250, 500);
const ROUNDS = { sqlite: rounds(1, 60), postgres: rounds(1, 30) };

/** Tables that an import fills, and how many rows of each are all of this one. */
const ALL: { [table: string]: number } = {
  ...{ accounts: 1, authors: 1, author_slugs: 1, author_texts: 1 },
  ...{ pieces: PIECES, piece_versions: PIECES, piece_slugs: PIECES, piece_moves: PIECES },
  ...{ publications: PIECES, publication_bodies: PIECES, piece_texts: PIECES },
};

async function archiveIn(folder: string): Promise<string> {
  const file = join(folder, 'archive.ndjson');
  const body_md = 'Some *words* to render, and [a link](https://press.example).\n\n'.repeat(30);
  const pieces = Array.from({ length: PIECES }, (_, at) =>
    piece('ada', { headline: `Piece ${at}`, body_md }),
  );
  const lines = [author('ada'), ...pieces].map((line) => JSON.stringify(line));
  await writeFile(file, lines.join('\n'));
  return file;
}

const importInto = (place: Place, file: string) => startCli(environmentOf(place), ['import', file]);

async function emptyPlace(kind: DatabaseKind): Promise<Place> {
  const place = await freshPlace(kind);
  assertDone(await cliAt(place, 'migrate'));
  return place;
}

/** Waits until the server has ended the statements of the killed process. */
async function untilAlone(place: Place): Promise<void> {
  if (place.databaseUrl === null) return;
  const others = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  while ((await sqlAt(place, others)).length > 0) await setTimeout(20);
}

async function assertAllOrNone(place: Place): Promise<'all' | 'none'> {
  const store = await openStore(place);
  // Updates the search index, as the service does at startup, once all the rest is there.
  await updateSearchIndex({ store });
  await store.checkSearchIndex();
  await store.close();
  const counts: { [table: string]: number } = {};
  for (const table of Object.keys(ALL)) {
    const [row] = await sqlAt(place, `SELECT count(*) AS n FROM ${table}`);
    counts[table] = Number(row?.['n']);
  }
  const none = Object.fromEntries(Object.keys(ALL).map((table) => [table, 0]));
  const result = counts['accounts'] === 0 ? 'none' : 'all';
  assert.deepEqual(counts, result === 'none' ? none : ALL);
  if (place.databaseUrl === null) {
    assert.deepEqual(await sqlAt(place, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
    assert.deepEqual(await sqlAt(place, 'PRAGMA foreign_key_check'), []);
  }
  return result;
}

for (const kind of DATABASES) {
  describe(`an import on ${kind}`, () => {
    test(`killed at ${ROUNDS[kind]} random moments leaves all or nothing`, async () => {
      let place = await emptyPlace(kind);
      const file = await archiveIn(place.dataDir);
      const begun = performance.now();
      assertDone(await importInto(place, file).ended);
      const whole = performance.now() - begun;
      assert.equal(await assertAllOrNone(place), 'all');

      place = await emptyPlace(kind);
      let killed = 0;
      for (let round = 0; round < ROUNDS[kind]; round += 1) {
        const { process: child, ended } = importInto(place, file);
        await Promise.race([ended, setTimeout((whole * (round + 1)) / (ROUNDS[kind] + 1))]);
        child.kill('SIGKILL');
        if ((await ended).signal === 'SIGKILL') killed += 1;
        await untilAlone(place);
        // After nothing the next one tries the same database again, with what was left behind.
        if ((await assertAllOrNone(place)) === 'all') place = await emptyPlace(kind);
      }
      noteFigure(`${kind}: imports killed, all or nothing left`, killed, 'at least', 15);
      assert.ok(killed > 0, 'no import was still running when it was killed');
      assertDone(await importInto(place, file).ended);
      assert.equal(await assertAllOrNone(place), 'all');
    });

    test('two at once both come in, or one is told in one line to wait', async () => {
      const place = await emptyPlace(kind);
      const files = ['ada', 'bo'].map((slug) => join(place.dataDir, `${slug}.ndjson`));
      for (const [at, slug] of ['ada', 'bo'].entries()) {
        const pieces = Array.from({ length: 300 }, () => piece(slug));
        const lines = [author(slug), ...pieces].map((line) => JSON.stringify(line));
        await writeFile(files[at] ?? '', lines.join('\n'));
      }
      const both = await Promise.all(files.map((file) => importInto(place, file).ended));
      const done = both.filter(({ code }) => code === 0);
      for (const ended of both) {
        if (ended.code !== 0) assertOneLine(ended, /^(?!Unexpected)/, /import|locked|busy/i);
      }
      assert.ok(done.length > 0);
      const [row] = await sqlAt(place, 'SELECT count(*) AS n FROM publications');
      assert.equal(Number(row?.['n']), 300 * done.length);
      assertDone(await cliAt(place, 'doctor'));
    });
  });
}
