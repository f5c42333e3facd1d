// The public view of series: published parts only, and only series that have one.

import { ContentMemo } from '../content/content-memo.ts';
import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import { readsOfList } from '../publications/piece-reads.ts';
import { type ListedPiece, listedPieces } from '../search/list-columns.ts';
import type { SeriesRow } from '../tables/series.ts';
import { series, seriesOf, seriesSlug } from '../topics/topics.ts';

export interface PublicSeries {
  readonly row: Readonly<SeriesRow>;
  /** Published parts in the writer's order; never empty. */
  readonly parts: readonly ListedPiece[];
}

interface Found {
  readonly found: PublicSeries | null;
}

export type SitemapSeries = Pick<SeriesRow, 'id' | 'slug'> & Pick<ListedPiece, 'author_slug'>;

const seriesById = prepared(
  (db, { id }: { id: string }) => db.selectFrom('series').selectAll().where('id', '=', id),
  ({ id }) => [series(id)],
);

const partsOf = prepared(
  (db, { id }: { id: string; authorId: string }) =>
    listedPieces(db)
      .innerJoin('series_parts as s', 's.piece_id', 'p.piece_id')
      .where('s.series_id', '=', id)
      .orderBy('s.sort_order')
      .orderBy('s.piece_id'),
  // The topics include parts that may be published later.
  ({ id, authorId }, rows) => [series(id), ...readsOfList({ authorId }, rows)],
);

const idBySlug = prepared(
  (db, { authorId, slug }: { authorId: string; slug: string }) =>
    db
      .selectFrom('series_slugs')
      .select('series_id')
      .where('author_id', '=', authorId)
      .where('slug', '=', slug),
  ({ authorId, slug }) => [seriesSlug(authorId, slug)],
);

const idsOfAuthor = prepared(
  (db, { authorId }: { authorId: string }) =>
    db
      .selectFrom('series')
      .select('id')
      .where('author_id', '=', authorId)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
  ({ authorId }) => [seriesOf(authorId)],
);

/** The memo's size. Series are memoized because the page of every part reads its whole series. */
const REMEMBERED = 200;

const memo = new ContentMemo<Found>(REMEMBERED);

export class PublicSeriesStore extends Repository {
  async byId(id: string): Promise<PublicSeries | null> {
    const { found } = await memo.get(this.db, id, async () => {
      const [row] = await seriesById(this.db, { id });
      const parts = row ? await partsOf(this.db, { id, authorId: row.author_id }) : [];
      return { found: row && parts.length > 0 ? { row, parts } : null };
    });
    return found;
  }

  async bySlug(authorId: string, slug: string): Promise<PublicSeries | null> {
    const [row] = await idBySlug(this.db, { authorId, slug });
    return row ? this.byId(row.series_id) : null;
  }

  async ofAuthor(authorId: string): Promise<PublicSeries[]> {
    const ids = await idsOfAuthor(this.db, { authorId });
    const all = await Promise.all(ids.map(({ id }) => this.byId(id)));
    return all.filter((each) => each !== null);
  }

  mapped(after: string, limit: number): Promise<SitemapSeries[]> {
    return this.db.slow
      .selectFrom('series as s')
      .innerJoin('authors as a', 'a.id', 's.author_id')
      .select(['s.id', 's.slug', 'a.slug as author_slug'])
      .where('s.id', '>', after)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('series_parts as m')
            .innerJoin('publications as p', 'p.piece_id', 'm.piece_id')
            .select('m.piece_id')
            .whereRef('m.series_id', '=', 's.id'),
        ),
      )
      .orderBy('s.id')
      .limit(limit)
      .execute();
  }
}
