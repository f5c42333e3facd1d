// Piece lists: a page of published pieces, the next and the previous one, those with a tag, the sitemap's.

import { sql } from 'kysely';
import { declaredRead } from '../content/read-record.ts';
import { pieceSlug, piecesOf } from '../content/topics.ts';
import { ContentMemo } from '../content-memo.ts';
import type { Database } from '../dialect.ts';
import { prepared } from '../prepared-queries.ts';
import type { PublicationRow } from '../tables/publications.ts';
import { type Byline, type ListedPiece, listedPieces } from './list-columns.ts';
import { readsOfList, readsOfPieces } from './piece-reads.ts';
import { publicPieces } from './public-pieces.ts';
import type { PublicPiece } from './publications.ts';

/** Which pieces are in the list; all of them where no field is set. */
export interface PieceList {
  authorId?: string;
  category?: string;
  tag?: string;
}

export type SitemapPiece = Pick<PublicationRow, 'position' | 'slug' | 'modified_at'> &
  Pick<Byline, 'author_slug'>;

/** A cursor that stays valid: positions change when an import brings older pieces. */
export interface FeedCursor {
  publishedAt: string;
  pieceId: string;
}

/** Where a page of a list starts: below a position, or above one. */
export type PageBound = { before: number } | { after: number } | null;

/** In place of what a list or a bound does not have; its query has no such parameter. */
const NO_LIST = { authorId: '', category: '', tag: '' };
const NO_BOUND = { before: 0, after: 0 };

type PageValues = typeof NO_LIST & typeof NO_BOUND & { limit: number };

const newPageQuery = (list: PieceList, bound: PageBound) =>
  prepared(
    (db, { authorId, category, tag, before, after, limit }: PageValues) => {
      const isUpwards = bound !== null && 'after' in bound;
      return listedPieces(db)
        .$if(list.tag !== undefined, (query) =>
          query.where('p.piece_id', 'in', (tagged) =>
            tagged.selectFrom('publication_tags').select('piece_id').where('tag', '=', tag),
          ),
        )
        .$if(list.authorId !== undefined, (query) => query.where('p.author_id', '=', authorId))
        .$if(list.category !== undefined, (query) => query.where('p.category', '=', category))
        .$if(isUpwards, (query) => query.where('p.position', '>', after))
        .$if(bound !== null && !isUpwards, (query) => query.where('p.position', '<', before))
        .orderBy('p.position', isUpwards ? 'asc' : 'desc')
        .limit(limit);
    },
    (values, rows) => readsOfList(listOf(list, values), rows),
  );

/** The list of these values, which is of the same kind. */
const listOf = (kind: PieceList, values: PageValues): PieceList => ({
  ...(kind.authorId !== undefined && { authorId: values.authorId }),
  ...(kind.category !== undefined && { category: values.category }),
  ...(kind.tag !== undefined && { tag: values.tag }),
});

const pageQueries = new Map<string, ReturnType<typeof newPageQuery>>();

/** One for each kind of list and bound: what differs between two of a kind is in the values. */
function pageQuery(list: PieceList, bound: PageBound): ReturnType<typeof newPageQuery> {
  const kind = String(Object.keys({ ...list, ...bound }));
  const query = pageQueries.get(kind) ?? newPageQuery(list, bound);
  pageQueries.set(kind, query);
  return query;
}

const newestTagged = prepared(
  (db, { tag, limit }: { tag: string; limit: number }) =>
    listedPieces(db)
      .innerJoin('publication_tags as t', 't.piece_id', 'p.piece_id')
      .where('t.tag', '=', tag)
      .orderBy('t.position', 'desc')
      .limit(limit),
  ({ tag }, rows) => readsOfList({ tag }, rows),
);

/** Tags whose newest pieces are remembered. */
const TAGS = 200;

const taggedMemo = new ContentMemo<readonly ListedPiece[]>(TAGS);

const pieceBySlug = prepared(
  (db, { authorId, slug }: { authorId: string; slug: string }) =>
    publicPieces(db)
      .innerJoin('piece_slugs as s', 's.piece_id', 'p.piece_id')
      .where('s.author_id', '=', authorId)
      .where('s.slug', '=', slug),
  // One that has the slug may yet be published.
  ({ authorId, slug }, rows) => [
    pieceSlug(authorId, slug),
    ...(rows.length === 0 ? [piecesOf(authorId)] : readsOfPieces(rows)),
  ],
);

export class PieceListStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first, whichever way the page was reached. */
  async page(list: PieceList, bound: PageBound, limit: number): Promise<ListedPiece[]> {
    const values = { ...NO_LIST, ...list, ...NO_BOUND, ...bound, limit };
    const rows = await pageQuery(list, bound)(this.#db, values);
    return bound && 'after' in bound ? rows.reverse() : rows;
  }

  /** The same with long texts, from the top or from below a piece. */
  pageWithBodies(list: PieceList, below: FeedCursor | null, limit: number): Promise<PublicPiece[]> {
    const newest = publicPieces(this.#db.slow)
      .$if(list.authorId !== undefined, (query) =>
        query.where('p.author_id', '=', list.authorId ?? ''),
      )
      .$if(list.category !== undefined, (query) =>
        query.where('p.category', '=', list.category ?? ''),
      )
      .$if(below !== null, (query) => query.where('p.position', '<', positionOf(below)));
    return declaredRead(
      () => newest.orderBy('p.position', 'desc').limit(limit).execute(),
      // Where a piece that is gone was depends on others.
      (rows) => (below ? null : [...readsOfList(list, rows), ...readsOfPieces(rows)]),
    );
  }

  /** The next page of all publications, oldest first, with what the site map needs. */
  sitemapPage(after: number, upTo: number, limit: number): Promise<SitemapPiece[]> {
    return this.#db.slow
      .selectFrom('publications as p')
      .innerJoin('authors as a', 'a.id', 'p.author_id')
      .select(['p.position', 'p.slug', 'p.modified_at', 'a.slug as author_slug'])
      .where('p.position', '>', after)
      .where('p.position', '<=', upTo)
      .orderBy('p.position')
      .limit(limit)
      .execute();
  }

  /** The newest with this tag. Every page of a piece asks for those with its own. */
  tagged(tag: string, limit: number): Promise<readonly ListedPiece[]> {
    const read = () => newestTagged(this.#db, { tag, limit });
    return taggedMemo.get(this.#db, `${limit} ${tag}`, read);
  }

  /** The published piece that has this slug under its author, or had it before. */
  async bySlug(authorId: string, slug: string): Promise<PublicPiece | undefined> {
    const [row] = await pieceBySlug(this.#db, { authorId, slug });
    return row;
  }
}

/** A piece's current position, in the same statement as what is below it; by its time if it is gone. */
const positionOf = (cursor: FeedCursor | null) => sql<number>`coalesce(
  (SELECT position FROM pieces WHERE id = ${cursor?.pieceId}),
  (SELECT min(position) FROM publications WHERE published_at > ${cursor?.publishedAt}),
  ${Number.MAX_SAFE_INTEGER})`;
