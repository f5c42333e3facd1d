// Published pieces as pages put them side by side: a page of a list, neighbours, those with a tag.

import { sql } from 'kysely';
import type { Database } from '../dialect.ts';
import { type ListedPiece, listedPieces } from './listed-pieces.ts';
import { publicPieces } from './public-pieces.ts';
import type { PublicPiece } from './publications.ts';

/** Whose pieces, or which; everything where it says nothing. */
export interface PieceList {
  authorId?: string;
  category?: string;
  tag?: string;
}

/** A piece by what stays its own: positions move when an import brings older ones. */
export interface PieceMark {
  publishedAt: string;
  pieceId: string;
}

/** Where a page of a list begins: right below a position, or right above one. */
export type Place = { before: number } | { after: number } | null;

export class PieceListStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  #on({ authorId, category, tag }: PieceList) {
    let query = listedPieces(this.#db.read);
    if (tag !== undefined) {
      query = query.where('p.piece_id', 'in', (tagged) =>
        tagged.selectFrom('publication_tags').select('piece_id').where('tag', '=', tag),
      );
    }
    if (authorId !== undefined) query = query.where('p.author_id', '=', authorId);
    if (category !== undefined) query = query.where('p.category', '=', category);
    return query;
  }

  /** Newest first, whichever way the page was reached. */
  async page(list: PieceList, place: Place, limit: number): Promise<ListedPiece[]> {
    if (place && 'after' in place) {
      const upwards = await this.#on(list)
        .where('p.position', '>', place.after)
        .orderBy('p.position')
        .limit(limit)
        .execute();
      return upwards.reverse();
    }
    const downwards = this.#on(list).orderBy('p.position', 'desc').limit(limit);
    return (place ? downwards.where('p.position', '<', place.before) : downwards).execute();
  }

  /** The same with their long texts, from the top or from below a piece. */
  wholePage(list: PieceList, below: PieceMark | null, limit: number): Promise<PublicPiece[]> {
    const newest = publicPieces(this.#db.slow)
      .$if(list.authorId !== undefined, (query) =>
        query.where('p.author_id', '=', list.authorId ?? ''),
      )
      .$if(list.category !== undefined, (query) =>
        query.where('p.category', '=', list.category ?? ''),
      )
      .$if(below !== null, (query) => query.where('p.position', '<', positionOf(below)));
    return newest.orderBy('p.position', 'desc').limit(limit).execute();
  }

  /** The newest with this tag, as it is written. */
  tagged(tag: string, limit: number): Promise<ListedPiece[]> {
    return listedPieces(this.#db.read)
      .innerJoin('publication_tags as t', 't.piece_id', 'p.piece_id')
      .where('t.tag', '=', tag)
      .orderBy('t.position', 'desc')
      .limit(limit)
      .execute();
  }

  /** The published piece that has this slug under its author, or once had it. */
  async idBySlug(authorId: string, slug: string): Promise<string | undefined> {
    const row = await this.#db.read
      .selectFrom('piece_slugs')
      .select('piece_id')
      .where('author_id', '=', authorId)
      .where('slug', '=', slug)
      .executeTakeFirst();
    return row?.piece_id;
  }
}

/** Where a piece stands now, in the same breath as what is below it; by its time where it is gone. */
const positionOf = (mark: PieceMark | null) => sql<number>`coalesce(
  (SELECT position FROM pieces WHERE id = ${mark?.pieceId}),
  (SELECT min(position) FROM publications WHERE published_at > ${mark?.publishedAt}),
  ${Number.MAX_SAFE_INTEGER})`;
