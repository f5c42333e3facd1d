// Erases names from pieces and their records, and the texts that must no longer be readable.

import { sql } from 'kysely';
import type { ErasedPieces } from '../../schemas/vocabulary.ts';
import { countOf } from '../database/counts.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash, piecesAnywhere } from '../database/trash-filter.ts';
import { prunedVersion } from '../pieces/version-chain.ts';
import type { PieceRow } from '../tables/pieces.ts';

/** Stands in records where a name was. */
export const ERASED = 'erased';

export class ErasedTextStore extends Repository {
  /** Pieces of the account that are still to be erased; those that stay have lost their names already. */
  async unerased(accountId: string, kept: ErasedPieces, limit: number): Promise<string[]> {
    const rows = await piecesAnywhere(this.db.write)
      .select('p.id')
      .where('p.author_id', '=', accountId)
      .$if(kept === 'keep', (query) =>
        query.where(({ eb, exists, or, selectFrom }) =>
          or([
            eb('p.status', '<>', 'approved'),
            exists(
              selectFrom('piece_versions as v')
                .select('v.number')
                .whereRef('v.piece_id', '=', 'p.id')
                .where('v.saved_by_name', '<>', ERASED),
            ),
          ]),
        ),
      )
      .orderBy('p.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  approvedOf(accountId: string): Promise<number> {
    return countOf(
      outsideTrash(this.db.read)
        .where('p.author_id', '=', accountId)
        .where('p.status', '=', 'approved'),
    );
  }

  /** Ids of other writers' pieces in whose log the account stands, or in whose notes it wrote. */
  async piecesNaming(accountId: string, limit: number): Promise<string[]> {
    const { rows } = await sql<{ piece_id: string }>`
      SELECT piece_id FROM piece_moves WHERE by_id = ${accountId}
      UNION SELECT piece_id FROM piece_notes WHERE author_id = ${accountId}
      UNION SELECT piece_id FROM note_replies WHERE by_id = ${accountId}
      ORDER BY piece_id LIMIT ${limit}`.execute(this.db.write);
    return rows.map((row) => row.piece_id);
  }

  /** Everyone's name goes: of the piece's writer, of programs, of reviewers. */
  async eraseAllNames(pieceId: string): Promise<void> {
    for (const table of ['piece_versions', 'pruned_versions'] as const) {
      await this.db.write
        .updateTable(table)
        .set({ saved_by_name: ERASED, saved_by_id: null })
        .where('piece_id', '=', pieceId)
        .execute();
    }
    await this.db.write
      .updateTable('piece_moves')
      .set({ by_name: ERASED, by_id: null, session_id: null, note: null })
      .where('piece_id', '=', pieceId)
      .execute();
  }

  /** Names of the account alone go; returns whether the log had any. */
  async eraseName(pieceId: string, accountId: string, shown: string): Promise<boolean> {
    const { write } = this.db;
    await write
      .updateTable('piece_notes')
      .set({ author_name: shown, author_id: null })
      .where('piece_id', '=', pieceId)
      .where('author_id', '=', accountId)
      .execute();
    await write
      .updateTable('note_replies')
      .set({ by_name: shown, by_id: null })
      .where('piece_id', '=', pieceId)
      .where('by_id', '=', accountId)
      .execute();
    const { numUpdatedRows } = await write
      .updateTable('piece_moves')
      .set({ by_name: ERASED, by_id: null, session_id: null })
      .where('piece_id', '=', pieceId)
      .where('by_id', '=', accountId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Only the live version keeps its words. The piece must be locked. */
  async keepLiveOnly({ id, live_version }: PieceRow): Promise<void> {
    const { write } = this.db;
    const others = write
      .selectFrom('piece_versions')
      .selectAll()
      .where('piece_id', '=', id)
      .where('number', '<>', live_version ?? 0);
    // One at a time, because texts are long.
    for (;;) {
      const row = await others.orderBy('number').limit(1).executeTakeFirst();
      if (!row) break;
      await write.insertInto('pruned_versions').values(prunedVersion(row)).execute();
      await write
        .deleteFrom('piece_versions')
        .where('piece_id', '=', id)
        .where('number', '=', row.number)
        .execute();
    }
    for (const table of [
      ...['piece_proposals', 'piece_notes', 'piece_previews', 'piece_schedules', 'working_texts'],
    ]) {
      await sql`DELETE FROM ${sql.table(table)} WHERE piece_id = ${id}`.execute(write);
    }
  }
}
