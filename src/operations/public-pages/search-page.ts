// The search page: writers and pieces, found by the same operations as in the API.

import type { AuthorHit } from '../../schemas/authors.ts';
import type { PieceHit } from '../../schemas/pieces.ts';
import { searchAuthors } from '../authors/authors.ts';
import type { Context } from '../operation.ts';
import { pieceHit } from '../pieces/piece-records.ts';
import { findPieces, searchPieces } from '../pieces/search-pieces.ts';
import { urlsOf } from '../urls.ts';

export const SEARCH_PAGE = { pieces: 50, authors: 5 } as const;

export interface Found extends PieceHit {
  locale: string;
}

export interface SearchPage {
  authors: AuthorHit[];
  pieces: Found[];
  isFull: boolean;
}

const EVERYWHERE = { match: 'text', filter: {}, after: null } as const;

/** Refuses the same queries as the API: blank or too long. */
export async function searchPage(context: Context, given: string): Promise<SearchPage> {
  const { q } = searchPieces.check({ q: given });
  const urls = urlsOf(context.config.baseUrl);
  const { authors, rows } = await context.store.search(async (store) => ({
    authors: (await searchAuthors.run({ ...context, store }, { q, limit: SEARCH_PAGE.authors }))
      .results,
    rows: await findPieces(store, q, { ...EVERYWHERE, limit: SEARCH_PAGE.pieces }),
  }));
  const pieces = rows.map((row) => ({
    ...pieceHit(row, [q.trim()], urls),
    locale: row.locale,
  }));
  return { authors, pieces, isFull: pieces.length === SEARCH_PAGE.pieces };
}
