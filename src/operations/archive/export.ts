// Exports an archive line by line, of all writers or one, from a single snapshot.

import { OperatorError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { Context } from '../operation.ts';
import { erasedPieceLines } from './erasure-lines.ts';
import { authorLines } from './export-authors.ts';
import { pieceLines } from './export-pieces.ts';
import { productLines } from './product-lines.ts';
import { seriesLines } from './series-lines.ts';
import { pageLines, siteLines } from './site-lines.ts';

export async function exportArchive(
  { store }: Context,
  writer: string | null,
  write: (line: string) => Promise<void>,
): Promise<number> {
  return store.snapshot(async (moment) => {
    const only = writer === null ? null : await moment.authors.bySlug(writer);
    if (only === undefined) throw new OperatorError(`There is no writer with the slug ${writer}.`);
    let lines = 0;
    for await (const record of records(moment, only)) {
      await write(JSON.stringify(record));
      lines += 1;
    }
    return lines;
  });
}

async function* records(store: Store, only: AuthorRow | null): AsyncGenerator<object> {
  // The archive of one writer leaves out the site's identity and pages.
  if (only === null) yield* siteLines(store);
  yield* authorLines(store, only);
  yield* pieceLines(store, only);
  yield* erasedPieceLines(store, only);
  yield* productLines(store, only);
  yield* seriesLines(store, only);
  if (!only) yield* pageLines(store);
}
