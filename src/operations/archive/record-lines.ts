// Hashes, pruned versions and declarations as fields of a piece's archive line.

import type { DeclaredLine, MoveLine, PieceLine, PrunedLine } from '../../schemas/archive.ts';
import type { StoredProvenance } from '../../schemas/provenance/provenance.ts';
import type { NewVersion } from '../../store/pieces/version-chain.ts';
import type { WholePiece } from '../../store/pieces/whole-piece.ts';
import type { DeclaredRow, PrunedVersionRow } from '../../store/tables/pieces.ts';
import { timestamp } from '../operation.ts';

type Chain = Partial<Pick<NewVersion, 'hash' | 'previous_hash'>>;

/** Leaves the fields out for versions saved before hashes existed. */
export const chainFields = ({ hash = null, previous_hash = null }: Chain) => ({
  ...(hash !== null && { hash }),
  ...(previous_hash !== null && { previous_hash }),
});

export const byField = (kind: string, name: string, id: string | null) => ({
  ...{ kind, name },
  ...(id !== null && { id }),
});

export const prunedField = ({ pruned = [] }: WholePiece) =>
  pruned.length > 0 && { pruned: pruned.map(prunedLine) };

const prunedLine = (row: PrunedVersionRow): { [field in keyof PrunedLine]: unknown } => ({
  number: row.number,
  saved_at: row.saved_at,
  saved_by: byField(row.saved_by_kind, row.saved_by_name, row.saved_by_id),
  origin: row.origin,
  content_hash: row.content_hash,
  ...chainFields(row),
});

export const prunedRows = (
  { pruned = [] }: PieceLine,
  pieceId: string,
): Pick<WholePiece, 'pruned'> =>
  pruned.length === 0 ? {} : { pruned: pruned.map((line) => prunedRow(line, pieceId)) };

const prunedRow = (line: PrunedLine, piece_id: string): PrunedVersionRow => ({
  piece_id,
  number: line.number,
  saved_at: timestamp(line.saved_at),
  saved_by_kind: line.saved_by.kind,
  saved_by_name: line.saved_by.name,
  saved_by_id: line.saved_by.id ?? null,
  origin: line.origin,
  content_hash: line.content_hash,
  hash: line.hash ?? '',
  previous_hash: line.previous_hash ?? null,
});

export const declaredFields = (move: DeclaredRow) => ({
  ...(move.declaration !== null && { declaration: move.declaration }),
  ...(move.machine_share !== null && { machine_share: move.machine_share }),
  ...(move.version_hash !== null && { version_hash: move.version_hash }),
  ...(move.signed_with !== null && { signed_with: move.signed_with }),
  ...(move.signature !== null && { signature: move.signature }),
  ...(move.erased_hash !== null && { erased_hash: move.erased_hash }),
});

export const declaredColumns = (line: MoveLine): DeclaredRow => ({
  declaration: line.declaration ?? null,
  machine_share: line.machine_share ?? null,
  version_hash: line.version_hash ?? null,
  signed_with: line.signed_with ?? null,
  signature: line.signature ?? null,
  erased_hash: line.erased_hash ?? null,
});

export function declaredOf(line: PieceLine, version: number, now: Date): string | null {
  const { provenance, modified_at, published_at } = line;
  const at = timestamp(modified_at ?? published_at ?? now);
  return provenance ? JSON.stringify(storedOf(provenance, version, at)) : null;
}

const storedOf = (line: DeclaredLine, version: number, at: string): StoredProvenance => ({
  declaration: line.declaration,
  declared_at: line.declared_at === undefined ? at : timestamp(line.declared_at),
  versions: line.versions ?? version,
  ...(line.version_hash !== undefined && { version_hash: line.version_hash }),
  ...(line.drafted_by !== undefined && { drafted_by: line.drafted_by }),
  ...(line.machine_share !== undefined && { machine_share: line.machine_share }),
});
