// A search for pieces, and the parts of its statement that differ between the databases.

import type { RawBuilder } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { ListedPiece } from './list-columns.ts';
import { allOf, fits, type PieceFilter, rangeOf } from './piece-filter.ts';
import type { PiecePlace } from './piece-place.ts';

export interface PieceSearch {
  /** The terms are case-folded and not empty; a piece must have all of them. */
  terms: readonly [string, ...string[]];
  filter: PieceFilter;
  /** The cursor: a piece that was found at this site. */
  after: (PiecePlace & { site: MatchSite }) | null;
  limit: number;
}

/** `text_json` is set only for matches in the body. */
export type FoundPiece = ListedPiece & { site: MatchSite; text_json: string | null };

export interface Matching {
  /** Reports whether an index narrows the search; otherwise the search scans texts. */
  isIndexed(search: PieceSearch): boolean;
  /** Selects `site` and `position` from the index of texts, or else all texts, best first. */
  indexed(site: MatchSite, search: PieceSearch): RawBuilder<unknown>;
  /** Selects the same from the texts at these positions, which come newest first. */
  among(site: MatchSite, search: PieceSearch, positions: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Joins `publications p` and `authors a` to the positions of `f`, one after the other. */
  joined: RawBuilder<unknown>;
}

/** Sites before the cursor's are done. */
export const sitesOf = ({ after }: PieceSearch): readonly MatchSite[] =>
  MATCH_SITES.slice(after ? MATCH_SITES.indexOf(after.site) : 0);

/** The cursor applies at its own site alone. */
export const belowAt = (site: MatchSite, { after }: PieceSearch): PiecePlace | null =>
  after?.site === site ? after : null;

/** The range of a position, or of an index entry if there are several `parts` for each. */
export const inRange = (
  site: MatchSite,
  search: PieceSearch,
  position: RawBuilder<unknown>,
  parts = 1,
) => allOf(rangeOf(search.filter, belowAt(site, search), position, parts));

export const inFilter = ({ filter }: PieceSearch, position: RawBuilder<unknown>) =>
  allOf(fits(filter, position));
