// Lists of published pieces: pages, the next and previous piece, pieces with a tag, the sitemap.

import { type Kysely, sql } from 'kysely';
import { ContentMemo } from '../content/content-memo.ts';
import { prepared } from '../database/prepared-queries.ts';
import { Repository } from '../database/repository.ts';
import { type Byline, type ListedPiece, listedPieces } from '../search/list-columns.ts';
import type { PiecePlace } from '../search/piece-place.ts';
import type { PublicationBodyRow, PublicationRow } from '../tables/publications.ts';
import type { Tables } from '../tables.ts';
import { declaredRead } from '../topics/read-record.ts';
import { category, piece, pieceProducts, pieceSlug, piecesOf } from '../topics/topics.ts';
import { feedPage } from './feed-pages.ts';
import {
  type FeedList,
  listOf,
  type PieceList,
  readsOfList,
  readsOfPieces,
} from './piece-reads.ts';
import { publicPieces } from './public-pieces.ts';
import type { PublicPiece } from './publications.ts';
import { batched, mayBatch } from './read-batches.ts';
import { sharing } from './shared-tags.ts';

export type SitemapPiece = Pick<PublicationRow, 'position' | 'slug' | 'modified_at'> &
  Pick<Byline, 'author_slug'>;

export type AdjacentPiece = Pick<PublicationRow, 'slug' | 'locale' | 'headline'>;

export type PieceOnPage = PublicationRow &
  Pick<PublicationBodyRow, 'html_json' | 'etag' | 'minutes'> & {
    /** Null once `minutes` is computed. */
    text_json: string | null;
    previous: AdjacentPiece | null;
    next: AdjacentPiece | null;
    /** The number of related products, listed or not. */
    products: number;
    series_id: string | null;
  };

export type PageBound = { before: number } | { after: number } | null;

/** Values for parameters that a query for other lists does not have. */
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

const pageQueries = new Map<string, ReturnType<typeof newPageQuery>>();

/** Caches one query per kind of list and bound, because everything else is a parameter. */
function pageQuery(list: PieceList, bound: PageBound): ReturnType<typeof newPageQuery> {
  const kind = String(Object.keys({ ...list, ...bound }));
  const query = pageQueries.get(kind) ?? newPageQuery(list, bound);
  pageQueries.set(kind, query);
  return query;
}

const NEWEST = 300;

const newestMemo = new ContentMemo<readonly ListedPiece[]>(NEWEST);

const newestKey = ({ authorId = '', category = '', tag = '' }: PieceList, limit: number) =>
  `${limit} ${authorId} ${category} ${tag}`;

/** A category is not empty while its oldest piece exists, so new publications don't invalidate the result. */
const oldestOfCategory = prepared(
  (db, { name }: { name: string }) =>
    db
      .selectFrom('publications')
      .select('piece_id')
      .where('category', '=', name)
      .orderBy('position')
      .limit(1),
  ({ name }, [oldest]) => [oldest ? piece(oldest.piece_id) : category(name)],
);

const filledMemo = new ContentMemo<readonly string[]>(1);

/** Separates the fields of an adjacent piece. Only the headline may contain it, so the headline comes last. */
const FIELD_END = '\n';

/** The author's next or previous piece, as a subquery of the piece's own query. */
const adjacent = (db: Kysely<Tables>, side: '<' | '>') =>
  db
    .selectFrom('publications as beside')
    .select(
      sql<string>`beside.slug || ${FIELD_END} || beside.locale || ${FIELD_END} || beside.headline`.as(
        'fields',
      ),
    )
    .where('beside.author_id', '=', sql.ref<string>('p.author_id'))
    .where('beside.position', side, sql.ref<number>('p.position'))
    .orderBy('beside.position', side === '<' ? 'desc' : 'asc')
    .limit(1);

interface AskedFor {
  authorId: string;
  slug: string;
}

const piecesOnPages = (db: Kysely<Tables>) =>
  db
    .selectFrom('piece_slugs as s')
    .innerJoin('publications as p', 'p.piece_id', 's.piece_id')
    .innerJoin('publication_bodies as b', 'b.piece_id', 'p.piece_id')
    .leftJoin('series_parts as m', 'm.piece_id', 'p.piece_id')
    .selectAll('p')
    .select(({ selectFrom, fn, case: when }) => [
      'm.series_id',
      'b.html_json',
      'b.etag',
      'b.minutes',
      when().when('b.minutes', '=', 0).then(sql.ref<string>('b.text_json')).end().as('text_json'),
      adjacent(db, '<').as('previous'),
      adjacent(db, '>').as('next'),
      selectFrom('product_pieces')
        .select(fn.countAll<number>().as('count'))
        .whereRef('piece_id', '=', 'p.piece_id')
        .as('products'),
    ]);

const readsOfPage = ({ authorId, slug }: AskedFor, rows: readonly { piece_id: string }[]) => [
  pieceSlug(authorId, slug),
  // The author's topic covers the adjacent pieces, and a piece that is later published under this slug.
  piecesOf(authorId),
  ...rows.flatMap(({ piece_id }) => [piece(piece_id), pieceProducts(piece_id)]),
];

const pieceOnPage = prepared(
  (db, { authorId, slug }: AskedFor) =>
    piecesOnPages(db).where('s.author_id', '=', authorId).where('s.slug', '=', slug),
  readsOfPage,
);

const manyOnPages = prepared((db, { authors, slugs }: { authors: string[]; slugs: string[] }) =>
  piecesOnPages(db)
    .select(['s.author_id as asked_author', 's.slug as asked_slug'])
    .where(
      sql<boolean>`(s.author_id, s.slug) IN (SELECT * FROM unnest(${authors}::text[], ${slugs}::text[]))`,
    ),
);

/** The space separates safely, because no id contains one. */
const pageKey = (authorId: string, slug: string) => `${authorId} ${slug}`;

const pageOfBatch = batched(async (db, keys) => {
  const asked = keys.map((key) => [key.indexOf(' '), key] as const);
  const rows = await manyOnPages(db, {
    authors: asked.map(([end, key]) => key.slice(0, end)),
    slugs: asked.map(([end, key]) => key.slice(end + 1)),
  });
  return new Map(rows.map((row) => [pageKey(row.asked_author, row.asked_slug), row]));
});

const pieceBySlug = prepared(
  (db, { authorId, slug }: { authorId: string; slug: string }) =>
    publicPieces(db)
      .innerJoin('piece_slugs as s', 's.piece_id', 'p.piece_id')
      .where('s.author_id', '=', authorId)
      .where('s.slug', '=', slug),
  // The topics include a piece that may be published later under this slug.
  ({ authorId, slug }, rows) => [
    pieceSlug(authorId, slug),
    ...(rows.length === 0 ? [piecesOf(authorId)] : readsOfPieces(rows)),
  ],
);

export class PieceListStore extends Repository {
  /** Pages are sorted newest first, in either direction of pagination. */
  async page(list: PieceList, bound: PageBound, limit: number): Promise<ListedPiece[]> {
    const values = { ...NO_LIST, ...list, ...NO_BOUND, ...bound, limit };
    const rows = await pageQuery(list, bound)(this.db, values);
    return bound && 'after' in bound ? rows.reverse() : rows;
  }

  pageWithBodies(list: FeedList, below: PiecePlace | null, limit: number): Promise<PublicPiece[]> {
    return feedPage(this.db, list, below, limit);
  }

  /** Pieces oldest first, with only the sitemap's columns. */
  sitemapPage(after: number, upTo: number, limit: number): Promise<SitemapPiece[]> {
    return this.db.slow
      .selectFrom('publications as p')
      .innerJoin('authors as a', 'a.id', 'p.author_id')
      .select(['p.position', 'p.slug', 'p.modified_at', 'a.slug as author_slug'])
      .where('p.position', '>', after)
      .where('p.position', '<=', upTo)
      .orderBy('p.position')
      .limit(limit)
      .execute();
  }

  /** Memoizes the first page, which the pages of many pieces show as their author's or category's newest. */
  newest(list: PieceList, limit: number): Promise<readonly ListedPiece[]> {
    return newestMemo.get(this.db, newestKey(list, limit), () => this.page(list, null, limit));
  }

  /** Pieces that share the most of the given tags, newest first. */
  sharing(tags: readonly string[]): Promise<readonly ListedPiece[]> {
    return sharing(this.db, tags);
  }

  /** Returns the categories that have publications. Memoized, because every page needs them. */
  filledCategories(names: readonly string[]): Promise<readonly string[]> {
    return filledMemo.get(this.db, names.join(), async () => {
      const oldest = await Promise.all(names.map((name) => oldestOfCategory(this.db, { name })));
      return names.filter((_name, at) => oldest[at]?.length);
    });
  }

  /** A piece as its own page needs it; the slug may be a former one. */
  async onPage(authorId: string, slug: string): Promise<PieceOnPage | undefined> {
    const [row] = mayBatch(this.db)
      ? await declaredRead(
          (): Promise<PageRow[]> => pageOfBatch(this.db, pageKey(authorId, slug)),
          (rows) => readsOfPage({ authorId, slug }, rows),
        )
      : await pieceOnPage(this.db, { authorId, slug });
    return row && onPage(row);
  }

  /** Finds a published piece by a current or former slug under its author. */
  async bySlug(authorId: string, slug: string): Promise<PublicPiece | undefined> {
    const [row] = await pieceBySlug(this.db, { authorId, slug });
    return row;
  }
}

type PageRow = PublicationRow &
  Pick<PieceOnPage, 'html_json' | 'etag' | 'minutes' | 'text_json' | 'series_id'> & {
    previous: string | null;
    next: string | null;
    products: number | null;
  };

const onPage = (row: PageRow): PieceOnPage => ({
  ...row,
  previous: adjacentFrom(row.previous),
  next: adjacentFrom(row.next),
  products: Number(row.products),
});

function adjacentFrom(fields: string | null): AdjacentPiece | null {
  if (fields === null) return null;
  const [slug = '', locale = ''] = fields.split(FIELD_END, 2);
  const headline = fields.slice(slug.length + locale.length + 2 * FIELD_END.length);
  return { slug, locale, headline };
}
