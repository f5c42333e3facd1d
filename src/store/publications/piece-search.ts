// A search for pieces, and the parts of its statement that differ between the databases.

import type { RawBuilder } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { ListedPiece } from './list-columns.ts';
import { allOf, fits, type PieceFilter, rangeOf } from './piece-filter.ts';
import type { PiecePlace } from './piece-place.ts';

export interface PieceSearch {
  /** Case-folded and not empty; a piece must have all of them. */
  terms: readonly [string, ...string[]];
  filter: PieceFilter;
  /** Only what comes after a piece that was found at this site. */
  after: (PiecePlace & { site: MatchSite }) | null;
  limit: number;
}

/** With its text where the body is what matches. */
export type FoundPiece = ListedPiece & { site: MatchSite; text_json: string | null };

/** What differs between the databases. */
export interface Matching {
  /** Whether an index narrows the search; otherwise it goes through texts. */
  isIndexed(search: PieceSearch): boolean;
  /** Selects `site` and `position` from the index of texts, or else all texts, best first. */
  indexed(site: MatchSite, search: PieceSearch): RawBuilder<unknown>;
  /** Selects the same from the texts at these positions, which come newest first. */
  among(site: MatchSite, search: PieceSearch, positions: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
}

/** Headlines first; after a cursor, those sites that it has not left behind. */
export const sitesOf = ({ after }: PieceSearch): readonly MatchSite[] =>
  MATCH_SITES.slice(after ? MATCH_SITES.indexOf(after.site) : 0);

/** The piece that a site goes on after: that of the cursor, at its own site. */
export const belowAt = (site: MatchSite, { after }: PieceSearch): PiecePlace | null =>
  after?.site === site ? after : null;

/** What must be true of a match at this position, or at this entry of an index with several for each. */
export const inRange = (
  site: MatchSite,
  search: PieceSearch,
  position: RawBuilder<unknown>,
  parts = 1,
) => allOf(rangeOf(search.filter, belowAt(site, search), position, parts));

export const inFilter = ({ filter }: PieceSearch, position: RawBuilder<unknown>) =>
  allOf(fits(filter, position));
