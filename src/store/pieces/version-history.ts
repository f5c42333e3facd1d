// Reads a piece's version history for its writer. PieceStore in pieces.ts writes versions.

import { sql } from 'kysely';
import { namingText } from '../../schemas/images/image-urls.ts';
import { PROGRAMS } from '../../schemas/vocabulary.ts';
import { Repository } from '../database/repository.ts';
import type { PieceVersionRow, PrunedVersionRow, SavedRow } from '../tables/pieces.ts';
import { linkOld, prunedVersion } from './version-chain.ts';

export type VersionNote = Omit<SavedRow, 'piece_id'>;

export class VersionHistory extends Repository {
  /** A page of versions in descending order; pruned autosaves leave gaps in the numbers. */
  page(pieceId: string, below: number, limit: number): Promise<PieceVersionRow[]> {
    return this.#of(pieceId)
      .selectAll()
      .where('number', '<', below)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
  }

  notes(pieceId: string, limit: number): Promise<VersionNote[]> {
    return this.#of(pieceId)
      .select(['number', 'saved_at', 'saved_by_kind', 'saved_by_name', 'saved_by_id', 'origin'])
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
  }

  lastBefore(pieceId: string, time: string): Promise<VersionNote | undefined> {
    return this.#of(pieceId)
      .select(['number', 'saved_at', 'saved_by_kind', 'saved_by_name', 'saved_by_id', 'origin'])
      .where('saved_at', '<', time)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  lastByKey(pieceId: string): Promise<PieceVersionRow | undefined> {
    return this.#of(pieceId)
      .selectAll()
      .where('saved_by_kind', 'in', PROGRAMS)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  hands(pieceId: string, upTo: number) {
    return this.#of(pieceId)
      .select(['number', 'saved_by_kind', 'origin'])
      .where('number', '<=', upTo)
      .orderBy('number')
      .execute();
  }

  byNumbers(pieceId: string, numbers: readonly number[]): Promise<PieceVersionRow[]> {
    return this.#of(pieceId).selectAll().where('number', 'in', numbers).orderBy('number').execute();
  }

  pruned(pieceId: string): Promise<PrunedVersionRow[]> {
    return this.db.read
      .selectFrom('pruned_versions')
      .selectAll()
      .where('piece_id', '=', pieceId)
      .orderBy('number')
      .execute();
  }

  async lacksHashes(pieceId: string): Promise<boolean> {
    const query = this.#of(pieceId).select('number').where('hash', 'is', null).limit(1);
    return (await query.execute()).length > 0;
  }

  /** Hashes versions from before hashes existed. The piece must be locked. */
  async linkOld(pieceId: string): Promise<void> {
    await linkOld(this.db, pieceId);
  }

  async textsWithImages(pieceId: string): Promise<string[]> {
    const rows = await this.#of(pieceId)
      .select(['body_md', 'image'])
      .where(({ eb, or }) =>
        or([eb('body_md', 'like', '%/media/%'), eb('image', 'like', '%/media/%')]),
      )
      .execute();
    return rows.map(namingText);
  }

  async textsBetween(pieceId: string, after: number, upTo: number, limit: number) {
    const rows = await this.#of(pieceId)
      .select(['number', 'body_md'])
      .where('number', '>', after)
      .where('number', '<=', upTo)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
    return rows.reverse();
  }

  /**
   * Prunes an autosave, unless a move gave others access to it, or a note or proposal was made on it. NOT EXISTS,
   * because some moves have no version, and NOT IN matches nothing if a list has a null.
   */
  async removeAutosave(pieceId: string, number: number): Promise<void> {
    const removed = await this.db.write
      .deleteFrom('piece_versions')
      .where('piece_id', '=', pieceId)
      .where('number', '=', number)
      .where('origin', '=', 'autosaved')
      .where(({ and, not, exists, selectFrom }) =>
        and([
          not(exists(selectFrom('piece_moves').select('number').where(madeOn('version')))),
          not(exists(selectFrom('piece_notes').select('number').where(madeOn('version')))),
          not(exists(selectFrom('piece_proposals').select('number').where(madeOn('base_version')))),
        ]),
      )
      .returningAll()
      .execute();
    const left = removed.map(prunedVersion);
    if (left.length > 0) await this.db.write.insertInto('pruned_versions').values(left).execute();

    function madeOn(column: string) {
      return sql<boolean>`piece_id = ${pieceId} AND ${sql.ref(column)} = ${number}`;
    }
  }

  #of(pieceId: string) {
    return this.db.read.selectFrom('piece_versions').where('piece_id', '=', pieceId);
  }
}
