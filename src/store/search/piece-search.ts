// A search for pieces, and the parts of its statement that differ between the two databases.

import type { RawBuilder } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { ListedPiece } from './list-columns.ts';
import { allOf, fits, type PieceFilter, rangeOf } from './piece-filter.ts';
import type { PiecePlace } from './piece-place.ts';

export interface PieceSearch {
  /** Case-folded terms, none of them empty; a piece must contain all of them. */
  terms: readonly [string, ...string[]];
  filter: PieceFilter;
  /** A cursor: the last piece of the page before, with the site of its match. */
  after: (PiecePlace & { site: MatchSite }) | null;
  limit: number;
}

/** A match; `text_json` is null unless the match is in the body. */
export type FoundPiece = ListedPiece & { site: MatchSite; text_json: string | null };

export interface Matching {
  /** Reports whether an index narrows the search; otherwise all texts are scanned. */
  isIndexed(search: PieceSearch): boolean;
  /** SQL that selects `site` and `position` of matches from all texts, with the index if possible. */
  indexed(site: MatchSite, search: PieceSearch): RawBuilder<unknown>;
  /** SQL that selects `site` and `position` of matches among these positions, which are sorted newest first. */
  among(site: MatchSite, search: PieceSearch, positions: RawBuilder<unknown>): RawBuilder<unknown>;
  /** SQL that joins `publications p` and `authors a` to the matches `f`, row by row. */
  joined: RawBuilder<unknown>;
}

/** Sites before the cursor's are left out, because all their matches were on earlier pages. */
export const sitesOf = ({ after }: PieceSearch): readonly MatchSite[] =>
  MATCH_SITES.slice(after ? MATCH_SITES.indexOf(after.site) : 0);

export const belowAt = (site: MatchSite, { after }: PieceSearch): PiecePlace | null =>
  after?.site === site ? after : null;

export const inRange = (
  site: MatchSite,
  search: PieceSearch,
  position: RawBuilder<unknown>,
  parts = 1,
) => allOf(rangeOf(search.filter, belowAt(site, search), position, parts));

export const inFilter = ({ filter }: PieceSearch, position: RawBuilder<unknown>) =>
  allOf(fits(filter, position));
