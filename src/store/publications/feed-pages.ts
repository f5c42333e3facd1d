// A page of a feed: published pieces with their long texts, newest first.

import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/dialect.ts';
import { prepared } from '../database/prepared-queries.ts';
import { type PiecePlace, positionOf } from '../search/piece-place.ts';
import { type FeedList, listOf, readsOfFeed } from './piece-reads.ts';
import { publicPieces } from './public-pieces.ts';
import type { PublicPiece } from './publications.ts';

type Start = 'top' | 'piece' | 'position';

/** Values for parameters that a query for other lists does not have. */
const NO_LIST = { authorId: '', category: '', tag: '', seriesId: '' };
const NONE = { ...NO_LIST, publishedAt: '', pieceId: '', position: 0 };

type Values = typeof NONE & { limit: number };

const newFeedQuery = (list: FeedList, start: Start) =>
  prepared(
    (db, { authorId, category, tag, seriesId, publishedAt, pieceId, position, limit }: Values) =>
      publicPieces(db)
        .$if(list.authorId !== undefined, (query) => query.where('p.author_id', '=', authorId))
        .$if(list.category !== undefined, (query) => query.where('p.category', '=', category))
        .$if(list.tag !== undefined, (query) =>
          query.where('p.piece_id', 'in', (tagged) =>
            tagged.selectFrom('publication_tags').select('piece_id').where('tag', '=', tag),
          ),
        )
        .$if(list.seriesId !== undefined, (query) =>
          query.where('p.piece_id', 'in', (parts) =>
            parts.selectFrom('series_parts').select('piece_id').where('series_id', '=', seriesId),
          ),
        )
        .$if(start === 'piece', (query) =>
          query.where('p.position', '<', positionOf({ publishedAt, pieceId })),
        )
        .$if(start === 'position', (query) => query.where('p.position', '<', position))
        .orderBy('p.position', 'desc')
        .limit(limit),
    (values, rows) =>
      // No topic covers the place of a deleted piece, because other pieces determine that place.
      start === 'piece' ? null : readsOfFeed(feedOf(list, values), rows),
  );

const feedOf = (list: FeedList, values: Values): FeedList => ({
  ...listOf(list, values),
  ...(list.seriesId !== undefined && { seriesId: values.seriesId }),
});

const feedQueries = new Map<string, ReturnType<typeof newFeedQuery>>();

/** Caches one query per kind of list and start, because everything else is a parameter. */
function feedQuery(list: FeedList, start: Start): ReturnType<typeof newFeedQuery> {
  const kind = `${Object.keys(list)} ${start}`;
  const query = feedQueries.get(kind) ?? newFeedQuery(list, start);
  feedQueries.set(kind, query);
  return query;
}

/** Reads few texts at a time, so that others don't wait. If content changes, reads the page in one statement. */
export async function feedPage(
  db: Database,
  list: FeedList,
  below: PiecePlace | null,
  limit: number,
): Promise<PublicPiece[]> {
  const version = db.contentVersion();
  let size = Math.min(limit, db.longTextsAtOnce);
  const first = await some(db, list, below, size);
  const found = [...first];
  // A page with fewer rows than asked for is the last one.
  for (let last = first[size - 1]; last && found.length < limit; ) {
    await setImmediate();
    size = Math.min(limit - found.length, db.longTextsAtOnce);
    const values = { ...NONE, ...list, position: last.position, limit: size };
    const more = await feedQuery(list, 'position')(db, values);
    found.push(...more);
    last = more[size - 1];
  }
  const isWhole = found.length === first.length || version === db.contentVersion();
  return isWhole ? found : some({ ...db, read: db.slow }, list, below, limit);
}

const some = (db: Database, list: FeedList, below: PiecePlace | null, limit: number) =>
  feedQuery(list, below ? 'piece' : 'top')(db, { ...NONE, ...list, ...below, limit });
