// Erasures as a field of an author's archive line, and records of erased pieces as lines of their own, exported and
// imported.

import type { AuthorLine, ErasedPieceLine, ErasureLine } from '../../schemas/archive.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { ErasedPieceRow, ErasureRow } from '../../store/tables/erasures.ts';
import { timestamp } from '../operation.ts';
import { refusal } from './refusals.ts';

const PAGE = 50;

export const erasureField = (row: ErasureRow | undefined, slugs: readonly string[]) =>
  row && { erasure: erasureLine(row, slugs) };

const erasureLine = (
  row: ErasureRow,
  slugs: readonly string[],
): { [field in keyof ErasureLine]: unknown } => ({
  ...{ asked_by: row.asked_by, asked_at: row.asked_at, due_at: row.due_at, pieces: row.pieces },
  ...(row.keep_as !== null && { keep_as: row.keep_as }),
  ...(row.begun_at !== null && { begun_at: row.begun_at }),
  ...(row.finished_at !== null && { finished_at: row.finished_at }),
  ...(slugs.length > 0 && { slugs }),
});

/** An account that was erased with its pieces has no slug that leads to it. */
export const isWithoutSlug = ({ erasure }: AuthorLine): boolean =>
  erasure?.pieces === 'erase' && erasure.begun_at !== undefined;

export function usableErasure({ erasure }: AuthorLine): void {
  if (!erasure) return;
  const { pieces, keep_as, begun_at, finished_at } = erasure;
  if ((pieces === 'keep') !== (keep_as !== undefined)) {
    throw refusal(
      'erasure.keep_as',
      'Expected a name if pieces stay, and none if they are erased.',
    );
  }
  if (finished_at !== undefined && begun_at === undefined) {
    throw refusal('erasure.begun_at', 'Expected a time, since the erasure has finished.');
  }
}

export async function importErasure(store: Store, id: string, line: AuthorLine): Promise<void> {
  const { erasure } = line;
  if (!erasure) return;
  await store.erasures.insert({
    ...{ account_id: id, asked_by: erasure.asked_by, asked_at: timestamp(erasure.asked_at) },
    ...{ due_at: timestamp(erasure.due_at), pieces: erasure.pieces },
    keep_as: erasure.keep_as ?? null,
    begun_at: erasure.begun_at === undefined ? null : timestamp(erasure.begun_at),
    finished_at: erasure.finished_at === undefined ? null : timestamp(erasure.finished_at),
  });
  await store.erasures.addSlugHashes(id, erasure.slugs ?? []);
}

export async function* erasedPieceLines(
  store: Store,
  only: AuthorRow | null,
): AsyncGenerator<object> {
  for (let after = ''; ; ) {
    const page: ErasedPieceRow[] = await store.erasures.piecePage(after, PAGE, only?.id ?? null);
    if (page.length === 0) return;
    const authors = await store.authors.byIds([...new Set(page.map((row) => row.account_id))]);
    const slugOf = new Map(authors.map(({ id, slug }) => [id, slug]));
    for (const { piece_id, account_id, erased_at, record } of page) {
      const author = slugOf.get(account_id);
      yield { type: 'erased_piece', id: piece_id, author, erased_at, record: JSON.parse(record) };
    }
    after = page.at(-1)?.piece_id ?? '';
  }
}

export async function importErasedPiece(
  store: Store,
  line: ErasedPieceLine,
  author: AuthorRow,
): Promise<void> {
  const piece_id = line.id.toLowerCase();
  const isThere =
    (await store.erasures.piece(piece_id)) || (await store.pieces.idsTaken([piece_id])).size;
  if (isThere) throw refusal('id', 'Another piece has this id.');
  await store.erasures.addPiece({
    ...{ piece_id, account_id: author.id, erased_at: timestamp(line.erased_at) },
    record: JSON.stringify(line.record),
  });
}
