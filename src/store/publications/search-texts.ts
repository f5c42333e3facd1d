// The text that search looks at, by the position of its publication, and the backlog of what it has yet to learn.

import { sql } from 'kysely';
import { inChunks } from '../chunks.ts';
import type { Database } from '../dialect.ts';
import type { PieceTextRow, PublicationBodyRow, PublicationRow } from '../tables/publications.ts';

export type UnindexedPiece = Pick<PublicationRow, 'position' | 'headline' | 'sub'> &
  Pick<PublicationBodyRow, 'text_json'>;

export class SearchTextStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the place of whatever was there before; nothing is left to do for these positions. */
  async put(rows: PieceTextRow[]): Promise<void> {
    await this.replace(
      rows.map(({ position }) => position),
      rows,
    );
  }

  /** The texts at these positions are these, and no others, unless something has been published there meanwhile. */
  async replace(positions: number[], rows: PieceTextRow[]): Promise<void> {
    const { write } = this.#db;
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

  /**
   * A piece that is published again is away for a moment, and whoever waited for that to be over knows only that the
   * row of before has gone.
   */
  async #removeUnpublished(positions: number[]): Promise<void> {
    await this.#db.write
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

  /** Leaves what an author has published for later; to be called before it is removed. Positions are locked. */
  async leaveOfAuthor(authorId: string): Promise<void> {
    await this.#leave(sql`SELECT position FROM publications WHERE author_id = ${authorId}`);
  }

  /** The same of what was published after this moment, or has this position or a later one. */
  async leaveSince(since: string, from: number): Promise<void> {
    await this.#leave(sql`SELECT position FROM publications
      WHERE published_at > ${since} OR position >= ${from}`);
  }

  /** The same of texts without a publication. */
  async leaveStrays(): Promise<void> {
    await this.#leave(sql`SELECT position FROM piece_texts t WHERE NOT EXISTS (
      SELECT 1 FROM publications p WHERE p.position = t.position)`);
  }

  async #leave(positions: ReturnType<typeof sql>): Promise<void> {
    // A name for them: SQLite would take the ON of the conflict for that of a join.
    await sql`INSERT INTO search_backlog (position) SELECT position FROM (${positions}) AS left_behind
      WHERE true ON CONFLICT (position) DO UPDATE SET is_searchable = 0`.execute(this.#db.write);
  }

  async isBehind(): Promise<boolean> {
    const { write } = this.#db;
    const found = await write.selectFrom('search_backlog').select('position').limit(1).execute();
    return found.length > 0;
  }

  /** The first positions of the backlog, with the length of the text that each has. */
  async backlog(limit: number): Promise<{ position: number; length: number }[]> {
    const { dialect, write } = this.#db;
    await dialect.lockPositions(write);
    const { rows } = await sql<{ position: number; length: number }>`
      SELECT q.position, coalesce(length(t.body), 0) AS length
      FROM search_backlog q LEFT JOIN piece_texts t ON t.position = q.position
      ORDER BY q.position LIMIT ${limit}`.execute(write);
    return rows;
  }

  /** The texts that are there at these positions. */
  async texts(positions: number[]): Promise<PieceTextRow[]> {
    if (positions.length === 0) return [];
    const { write } = this.#db;
    return write.selectFrom('piece_texts').selectAll().where('position', 'in', positions).execute();
  }

  /** Nothing is left to do for these positions: their texts are as they should be. */
  async keep(positions: number[]): Promise<void> {
    await inChunks(positions, (some) =>
      this.#db.write.deleteFrom('search_backlog').where('position', 'in', some).execute(),
    );
  }

  /** What is published at these positions, locked: it leaves no text behind if it is removed meanwhile. */
  async unindexed(positions: number[]): Promise<UnindexedPiece[]> {
    if (positions.length === 0) return [];
    const query = this.#db.write
      .selectFrom('publications as p')
      .innerJoin('publication_bodies as b', 'b.piece_id', 'p.piece_id')
      .select(['p.position', 'p.headline', 'p.sub', 'b.text_json'])
      .where('p.position', 'in', positions)
      .orderBy('p.position');
    return this.#db.dialect.forUpdate(query).execute();
  }

  /** Publications and authors without their text, and texts without a publication, but for the backlog. */
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
    `.execute(this.#db.slow);
    return Number(rows[0]?.count);
  }
}
