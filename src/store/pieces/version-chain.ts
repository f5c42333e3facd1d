// The hash chain of versions: each version includes the hash of the version before it.

import type { Database } from '../database/dialect.ts';
import type { PieceVersionRow, PrunedVersionRow } from '../tables/pieces.ts';
import { chainedHash, contentHash } from './version-hash.ts';

/** A version to store. Only versions from an archive have their hashes already. */
export type NewVersion = Omit<PieceVersionRow, 'hash' | 'previous_hash'> &
  Partial<Pick<PieceVersionRow, 'hash' | 'previous_hash'>>;

const linked = (version: NewVersion, previous: string | null): PieceVersionRow => ({
  ...version,
  hash: chainedHash(version, contentHash(version), previous),
  previous_hash: previous,
});

/** Keeps stored hashes even if they are wrong, because the provenance record reports wrong ones. */
export function linkedVersions(versions: readonly NewVersion[]): PieceVersionRow[] {
  let previous: string | null = null;
  return versions.map((version) => {
    const { hash = null, previous_hash = null } = version;
    const row = hash === null ? linked(version, previous) : { ...version, hash, previous_hash };
    previous = row.hash;
    return row;
  });
}

/** Call linkNext with the piece locked. */
export async function linkNext(db: Database, version: NewVersion): Promise<PieceVersionRow> {
  return linked(version, await lastHash(db, version.piece_id));
}

async function lastHash(db: Database, pieceId: string): Promise<string | null> {
  const last = await db.write
    .selectFrom('piece_versions')
    .select('hash')
    .where('piece_id', '=', pieceId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? (last.hash ?? linkOld(db, pieceId)) : null;
}

/** Hashes versions from before hashes existed, one at a time, because texts are long. */
export async function linkOld(db: Database, pieceId: string): Promise<string | null> {
  const versions = db.write.selectFrom('piece_versions').where('piece_id', '=', pieceId);
  let previous: string | null = null;
  for (;;) {
    const row: PieceVersionRow | undefined = await versions
      .selectAll()
      .where('hash', 'is', null)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst();
    if (!row) return previous;
    const { hash, previous_hash } = linked(row, previous);
    previous = hash;
    await db.write
      .updateTable('piece_versions')
      .set({ hash, previous_hash })
      .where('piece_id', '=', pieceId)
      .where('number', '=', row.number)
      .execute();
  }
}

export const prunedVersion = (row: PieceVersionRow): PrunedVersionRow => ({
  piece_id: row.piece_id,
  number: row.number,
  saved_at: row.saved_at,
  saved_by_kind: row.saved_by_kind,
  saved_by_name: row.saved_by_name,
  saved_by_id: row.saved_by_id,
  origin: row.origin,
  content_hash: contentHash(row),
  hash: row.hash ?? '',
  previous_hash: row.previous_hash,
});
