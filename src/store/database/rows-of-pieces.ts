// Selects all rows of a table that belong to given pieces, for exports.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

type Table =
  | 'piece_versions'
  | 'pruned_versions'
  | 'piece_slugs'
  | 'piece_moves'
  | 'piece_schedules'
  | 'piece_proposals'
  | 'piece_notes'
  | 'note_replies';

export async function rowsOfPieces<Name extends Table>(
  db: Kysely<Tables>,
  table: Name,
  pieceIds: readonly string[],
  order: readonly string[] = ['number'],
): Promise<Tables[Name][]> {
  const { rows } = await sql<Tables[Name]>`
    SELECT * FROM ${sql.table(table)} WHERE piece_id IN (${sql.join(pieceIds)})
    ORDER BY ${sql.join(order.map((column) => sql.ref(column)))}`.execute(db);
  return rows;
}
