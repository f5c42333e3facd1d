// The text that search looks at, by the position of its publication. A bulk act writes publications first and
// these later, in small transactions, so a search must ask whether the publication is there.

import { sql } from 'kysely';
import { inChunks } from '../chunks.ts';
import type { Database } from '../dialect.ts';
import type { PieceTextRow } from '../tables/publications.ts';
import type { Publication } from './publications.ts';

export type UnindexedPiece = Pick<Publication, 'position' | 'headline' | 'sub' | 'text'>;

export interface StrayText {
  position: number;
  length: number;
}

export class SearchTextStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the place of whatever was there before. */
  async put(rows: PieceTextRow[]): Promise<void> {
    await this.remove(rows.map(({ position }) => position));
    await inChunks(rows, (some) => this.#db.write.insertInto('piece_texts').values(some).execute());
  }

  async remove(positions: number[]): Promise<void> {
    await inChunks(positions, (some) =>
      this.#db.write.deleteFrom('piece_texts').where('position', 'in', some).execute(),
    );
  }

  /**
   * Publications without a text, oldest first. They are locked, so that what is removed or moved meanwhile
   * leaves no text behind.
   */
  unindexed(after: number, limit: number): Promise<UnindexedPiece[]> {
    const query = this.#db.write
      .selectFrom('publications as p')
      .innerJoin('publication_bodies as b', 'b.piece_id', 'p.piece_id')
      .select(['p.position', 'p.headline', 'p.sub', 'b.text'])
      .where('p.position', '>', after)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('piece_texts as t')
              .select('t.position')
              .whereRef('t.position', '=', 'p.position'),
          ),
        ),
      )
      .orderBy('p.position')
      .limit(limit);
    return this.#db.dialect.forUpdate(query).execute();
  }

  /** Texts without a publication, oldest first. */
  async strays(after: number, limit: number): Promise<StrayText[]> {
    const { rows } = await sql<StrayText>`
      SELECT position, length(body) AS length FROM piece_texts t
      WHERE position > ${after} AND NOT EXISTS (
        SELECT 1 FROM publications p WHERE p.position = t.position
      )
      ORDER BY position LIMIT ${limit}`.execute(this.#db.write);
    return rows;
  }

  /** Publications and authors without their text, and texts without a publication. */
  async countMismatches(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      SELECT
        (SELECT count(*) FROM publications p WHERE NOT EXISTS (
          SELECT 1 FROM piece_texts t WHERE t.position = p.position)) +
        (SELECT count(*) FROM piece_texts t WHERE NOT EXISTS (
          SELECT 1 FROM publications p WHERE p.position = t.position)) +
        (SELECT count(*) FROM authors a WHERE NOT EXISTS (
          SELECT 1 FROM author_texts t WHERE t.author_id = a.id)) AS count
    `.execute(this.#db.slow);
    return Number(rows[0]?.count);
  }
}
