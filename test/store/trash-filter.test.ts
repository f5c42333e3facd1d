// Every read of pieces says whether it sees the trash: by the filter, or in this list with its reason.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const STORE = new URL('../../src/store/', import.meta.url);

/** Statements over the table itself, by file. */
const ALLOWED: { [file: string]: string } = {
  'database/trash-filter.ts': 'the filter',
  'pieces/pieces.ts': 'locks by author, ids that are taken, live versions, inserts and updates',
  'pieces/schedules.ts': 'cancels those of a writer, wherever their pieces are',
  'postgres/database.ts': 'locks pieces that meet a condition of the caller',
  'publications/publications.ts': 'positions, which a piece in the trash keeps',
  'search/piece-place.ts': 'the position of one piece, for a cursor',
  'integrity/integrity.ts': 'checks what is stored, wherever it is',
  'integrity/integrity-faults.ts': 'checks what is stored, wherever it is',
};

const READS_PIECES = /(?:selectFrom|innerJoin|leftJoin)\(\s*'pieces\b|\b(?:FROM|JOIN) pieces\b/;

test('no query reads pieces past the filter of the trash', () => {
  const files = readdirSync(STORE, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
  const past = files.filter((file) =>
    READS_PIECES.test(readFileSync(new URL(file, STORE), 'utf8')),
  );
  assert.deepEqual(past.toSorted(), Object.keys(ALLOWED).toSorted());
});
