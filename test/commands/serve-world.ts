// Places for tests of serve, and what is in them afterwards.

import { readdir } from 'node:fs/promises';
import { author, piece } from '../support/archive/records.ts';
import { type DatabaseKind, emptyPlace, type Place } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';

export const RECENT = '/api/public/pieces/recent';
export const WRITER = {
  slug: 'bo',
  name: 'Bo',
  email: 'bo@press.example',
  password: 'long enough',
};

/** The database and the cache, each one whole file. */
export const WHOLE = ['responses.db', 'standfirst.db'];
export const filesIn = async ({ dataDir }: Place) => (await readdir(dataDir)).toSorted();

export async function placeWithPiece(kind: DatabaseKind): Promise<Place> {
  const place = await emptyPlace(kind);
  const context = await contextAt(place);
  await importLines(context, [author('ada'), piece('ada', { headline: 'Bridges' })]);
  await context.store.close();
  return place;
}
