// A place with a file to import, and what has come of it.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { author, piece } from '../support/archive/records.ts';
import { type DatabaseKind, freshPlace } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';

export const separators = 'one\u2028two\u2029three';
export const GOOD = [author('ada'), piece('ada', { body_md: separators }), piece('ada')].map(
  (line) => JSON.stringify(line),
);

/** A place, a file in it with these bytes, and what is in its database. */
export async function placeWith(kind: DatabaseKind, bytes: string | Uint8Array) {
  const place = await freshPlace(kind);
  const file = join(place.dataDir, 'given.ndjson');
  await writeFile(file, bytes);
  const pieces = async () => (await sqlAt(place, 'SELECT piece_id FROM publications')).length;
  return { place, file, pieces };
}
