// The texts that search reads, by position, and the backlog of positions yet to be indexed.

import { sql } from 'kysely';
import { inChunks } from '../database/chunks.ts';
import { Repository } from '../database/repository.ts';
import type { PieceTextRow, PublicationBodyRow, PublicationRow } from '../tables/publications.ts';

export type UnindexedPiece = Pick<PublicationRow, 'position' | 'headline' | 'sub'> &
  Pick<PublicationBodyRow, 'text_json'>;

export class SearchTextStore extends Repository {
  async put(rows: PieceTextRow[]): Promise<void> {
    await this.replace(
      rows.map(({ position }) => position),
      rows,
    );
  }

  /** Replaces the texts at these positions, but leaves the text of a piece that was published there meanwhile. */
  async replace(positions: number[], rows: PieceTextRow[]): Promise<void> {
    const { write } = this.db;
    const written = new Set(rows.map(({ position }) => position));
    await inChunks([...written], (some) =>
      write.deleteFrom('piece_texts').where('position', 'in', some).execute(),
    );
    await inChunks(
      positions.filter((position) => !written.has(position)),
      (some) => this.#removeUnpublished(some),
    );
    await this.keep(positions);
    await inChunks(rows, (some) => write.insertInto('piece_texts').values(some).execute());
  }

  /** A separate statement: one that had waited for a piece to be republished would see only the old row's absence. */
  async #removeUnpublished(positions: number[]): Promise<void> {
    await this.db.write
      .deleteFrom('piece_texts')
      .where('position', 'in', positions)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('publications as p')
              .select('p.position')
              .whereRef('p.position', '=', 'piece_texts.position'),
          ),
        ),
      )
      .execute();
  }

  /** Adds an author's publications to the backlog. Call it before their removal, with positions locked. */
  async leaveOfAuthor(authorId: string): Promise<void> {
    await this.#leave(sql`SELECT position FROM publications WHERE author_id = ${authorId}`);
  }

  async leaveSince(since: string, from: number): Promise<void> {
    await this.#leave(sql`SELECT position FROM publications
      WHERE published_at > ${since} OR position >= ${from}`);
  }

  async leaveStrays(): Promise<void> {
    await this.#leave(sql`SELECT position FROM piece_texts t WHERE NOT EXISTS (
      SELECT 1 FROM publications p WHERE p.position = t.position)`);
  }

  async #leave(positions: ReturnType<typeof sql>): Promise<void> {
    // The subquery and its alias are needed: SQLite would parse ON CONFLICT as the ON of a join.
    await sql`INSERT INTO search_backlog (position) SELECT position FROM (${positions}) AS left_behind
      WHERE true ON CONFLICT (position) DO UPDATE SET is_searchable = 0`.execute(this.db.write);
  }

  async isBehind(): Promise<boolean> {
    const { write } = this.db;
    const found = await write.selectFrom('search_backlog').select('position').limit(1).execute();
    return found.length > 0;
  }

  async backlog(limit: number): Promise<{ position: number; length: number }[]> {
    const { dialect, write } = this.db;
    await dialect.lockPositions(write);
    const { rows } = await sql<{ position: number; length: number }>`
      SELECT q.position, coalesce(length(t.body), 0) AS length
      FROM search_backlog q LEFT JOIN piece_texts t ON t.position = q.position
      ORDER BY q.position LIMIT ${limit}`.execute(write);
    return rows;
  }

  async texts(positions: number[]): Promise<PieceTextRow[]> {
    if (positions.length === 0) return [];
    const { write } = this.db;
    return write.selectFrom('piece_texts').selectAll().where('position', 'in', positions).execute();
  }

  async keep(positions: number[]): Promise<void> {
    await inChunks(positions, (some) =>
      this.db.write.deleteFrom('search_backlog').where('position', 'in', some).execute(),
    );
  }

  /** Locks the rows, so that a publication that is removed meanwhile leaves no text behind. */
  async unindexed(positions: number[]): Promise<UnindexedPiece[]> {
    if (positions.length === 0) return [];
    const query = this.db.write
      .selectFrom('publications as p')
      .innerJoin('publication_bodies as b', 'b.piece_id', 'p.piece_id')
      .select(['p.position', 'p.headline', 'p.sub', 'b.text_json'])
      .where('p.position', 'in', positions)
      .orderBy('p.position');
    return this.db.dialect.forUpdate(query).execute();
  }

  /** Counts publications and authors without search text, and texts without a publication, ignoring the backlog. */
  async countMismatches(): Promise<number> {
    const isLeft = (position: string) =>
      sql`EXISTS (SELECT 1 FROM search_backlog q WHERE q.position = ${sql.ref(position)})`;
    const { rows } = await sql<{ count: number }>`
      SELECT
        (SELECT count(*) FROM publications p WHERE NOT ${isLeft('p.position')} AND NOT EXISTS (
          SELECT 1 FROM piece_texts t WHERE t.position = p.position)) +
        (SELECT count(*) FROM piece_texts t WHERE NOT ${isLeft('t.position')} AND NOT EXISTS (
          SELECT 1 FROM publications p WHERE p.position = t.position)) +
        (SELECT count(*) FROM authors a WHERE NOT EXISTS (
          SELECT 1 FROM author_texts t WHERE t.author_id = a.id)) AS count
    `.execute(this.db.slow);
    return Number(rows[0]?.count);
  }
}
