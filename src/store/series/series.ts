// Series with all their parts, for their writers at the desk and for archives.

import { inChunks } from '../database/chunks.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash, withWorkingCopy } from '../database/trash-filter.ts';
import type { PieceRow, PieceVersionRow } from '../tables/pieces.ts';
import type { SeriesPartRow, SeriesRow } from '../tables/series.ts';

export type DeskPart = Pick<PieceRow, 'id' | 'status'> & Pick<PieceVersionRow, 'headline'>;

export class SeriesStore extends Repository {
  byId(id: string): Promise<SeriesRow | undefined> {
    return this.db.read.selectFrom('series').selectAll().where('id', '=', id).executeTakeFirst();
  }

  ofAuthor(authorId: string): Promise<SeriesRow[]> {
    return this.db.read
      .selectFrom('series')
      .selectAll()
      .where('author_id', '=', authorId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
  }

  /** Locks the writer's series until the transaction ends. */
  async lock(authorId: string): Promise<SeriesRow[]> {
    const { dialect, write } = this.db;
    await dialect
      .forUpdate(write.selectFrom('authors').select('id').where('id', '=', authorId))
      .execute();
    return this.ofAuthor(authorId);
  }

  /** Leaves out parts in the trash, which keep their places. */
  parts(seriesId: string): Promise<DeskPart[]> {
    return withWorkingCopy(outsideTrash(this.db.read))
      .innerJoin('series_parts as s', 's.piece_id', 'p.id')
      .select(['p.id', 'p.status', 'v.headline'])
      .where('s.series_id', '=', seriesId)
      .orderBy('s.sort_order')
      .orderBy('s.piece_id')
      .execute();
  }

  candidates(authorId: string, limit: number): Promise<DeskPart[]> {
    return withWorkingCopy(outsideTrash(this.db.read))
      .select(['p.id', 'p.status', 'v.headline'])
      .where('p.author_id', '=', authorId)
      .where('p.id', 'not in', (query) => query.selectFrom('series_parts').select('piece_id'))
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id')
      .limit(limit)
      .execute();
  }

  async partRows(seriesIds: string[]): Promise<SeriesPartRow[]> {
    if (seriesIds.length === 0) return [];
    return this.db.read
      .selectFrom('series_parts')
      .selectAll()
      .where('series_id', 'in', seriesIds)
      .orderBy('sort_order')
      .orderBy('piece_id')
      .execute();
  }

  async publishedCounts(authorId: string): Promise<Map<string, number>> {
    const rows = await this.db.read
      .selectFrom('series_parts as s')
      .innerJoin('publications as p', 'p.piece_id', 's.piece_id')
      .select(({ fn }) => ['s.series_id', fn.countAll<number>().as('count')])
      .where('p.author_id', '=', authorId)
      .groupBy('s.series_id')
      .execute();
    return new Map(rows.map(({ series_id, count }) => [series_id, Number(count)]));
  }

  async ofPiece(pieceId: string): Promise<string | undefined> {
    const row = await this.db.read
      .selectFrom('series_parts')
      .select('series_id')
      .where('piece_id', '=', pieceId)
      .executeTakeFirst();
    return row?.series_id;
  }

  async insert(row: SeriesRow): Promise<void> {
    await this.db.write.insertInto('series').values(row).execute();
    await this.addSlug(row, row.slug);
  }

  async update(id: string, changes: Partial<Omit<SeriesRow, 'id' | 'author_id'>>): Promise<void> {
    await this.db.write.updateTable('series').set(changes).where('id', '=', id).execute();
  }

  /** Removes the series but not its pieces. Its slugs become free. */
  async remove(id: string): Promise<void> {
    await this.db.write.deleteFrom('series').where('id', '=', id).execute();
  }

  /** Finds the series that has or had the slug. */
  async slugOwner(authorId: string, slug: string): Promise<string | undefined> {
    const row = await this.db.read
      .selectFrom('series_slugs')
      .select('series_id')
      .where('author_id', '=', authorId)
      .where('slug', '=', slug)
      .executeTakeFirst();
    return row?.series_id;
  }

  async addSlug({ id, author_id }: Pick<SeriesRow, 'id' | 'author_id'>, slug: string) {
    await this.db.write
      .insertInto('series_slugs')
      .values({ author_id, slug, series_id: id })
      .onConflict((conflict) => conflict.columns(['author_id', 'slug']).doNothing())
      .execute();
  }

  async slugsOf(seriesIds: string[]): Promise<Map<string, string[]>> {
    if (seriesIds.length === 0) return new Map();
    const rows = await this.db.read
      .selectFrom('series_slugs')
      .select(['series_id', 'slug'])
      .where('series_id', 'in', seriesIds)
      .orderBy('slug')
      .execute();
    const found = Map.groupBy(rows, ({ series_id }) => series_id);
    return new Map([...found].map(([id, own]) => [id, own.map(({ slug }) => slug)]));
  }

  /** Adds a piece at the end of the series, and removes it from its previous series. */
  async addPart({ piece_id, series_id, sort_order }: SeriesPartRow): Promise<void> {
    await this.removePart(piece_id);
    await this.addParts([{ piece_id, series_id, sort_order }]);
  }

  async addParts(rows: SeriesPartRow[]): Promise<void> {
    await inChunks(rows, (some) => this.db.write.insertInto('series_parts').values(some).execute());
  }

  async removePart(pieceId: string): Promise<void> {
    await this.db.write.deleteFrom('series_parts').where('piece_id', '=', pieceId).execute();
  }

  async placePart(pieceId: string, sort_order: number): Promise<void> {
    await this.db.write
      .updateTable('series_parts')
      .set({ sort_order })
      .where('piece_id', '=', pieceId)
      .execute();
  }

  page(after: string, limit: number, authorId: string | null): Promise<SeriesRow[]> {
    return this.db.slow
      .selectFrom('series')
      .selectAll()
      .where('id', '>', after)
      .$if(authorId !== null, (query) => query.where('author_id', '=', authorId ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute();
  }
}
