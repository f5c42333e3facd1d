// A search with a filter that pieces fit here and there, which is searched from whichever side is shorter.

import { type RawBuilder, sql } from 'kysely';
import type { MatchSite } from '../../schemas/vocabulary.ts';
import type { Searched } from '../dialect.ts';
import { type PieceFilter, positionsOf } from './piece-filter.ts';
import type { PiecePlace } from './piece-place.ts';
import {
  belowAt,
  type FoundPiece,
  foundPieces,
  type Matching,
  type PieceSearch,
  sitesOf,
} from './piece-search.ts';
import { frequenciesOf, knownFrequencies, sizeOf } from './search-hints.ts';
import { type Frequencies, isOpen, PLAN, type Way, wayAt } from './search-plan.ts';

/** Whether pieces that fit are spread over all matches, so that it may be far from one to the next. */
export const isSpread = ({ authorId, tag, locales }: PieceFilter) =>
  authorId !== undefined || tag !== undefined || locales !== undefined;

export interface Fitting {
  /** Whether to search all sites takes hardly longer than to begin with one. */
  isQuick: boolean;
  at(sites: readonly MatchSite[]): Promise<FoundPiece[]>;
}

/**
 * Going through the matches of a common word takes long where hardly any fits, and going through the
 * pieces that fit takes long where there are many and hardly any matches. So it is the first where the
 * term is rare, and the second where few pieces fit or the term is common. An index that has both
 * is best, unless nearly all fit.
 */
export async function fittingPieces(
  { read, slow }: Searched,
  search: PieceSearch,
  matching: Matching,
): Promise<Fitting> {
  const several = matching.several();
  const size = await sizeOf(read, search, several);
  if (size === 0) return { isQuick: true, at: async () => [] };
  const all = sitesOf(search);
  const faceted = all.filter((site) => matching.faceted?.(site, search));
  const choice = { size, several, faceted };
  const waysOf = (sites: readonly MatchSite[], frequencies: Frequencies): Ways =>
    sites.map((site) => [site, wayAt(site, choice, frequencies)]);
  const known = knownFrequencies(slow, search);
  const isKnown = !all.some((site) => isOpen(site, choice, known));
  return {
    isQuick: size <= PLAN.some || (isKnown && isSettled(waysOf(all, known))),
    async at(sites) {
      const frequencies = await frequenciesOf(slow, sites, choice, search, matching);
      const statement = fittingStatement(waysOf(sites, frequencies), size, search, matching);
      return (await statement.execute(slow)).rows;
    },
  };
}

type Ways = readonly (readonly [MatchSite, Way])[];

/** Whether nothing is left for the database to choose. */
const isSettled = (ways: Ways) => ways.every(([, way]) => way !== 'indexed');

function fittingStatement(
  ways: Ways,
  size: number,
  search: PieceSearch,
  matching: Matching,
): RawBuilder<FoundPiece> {
  const { filter, after, limit } = search;
  const positionsBelow = (below: PiecePlace | null) =>
    (size <= PLAN.some ? matching.fewPositions?.(filter, below) : null) ??
    positionsOf(filter, below);
  // After a cursor, each site begins at a piece of its own.
  const isShared = after === null && ways.filter(([, way]) => way === 'among').length > 1;
  const onePass = isShared && matching.inOnePass?.(search, positionsBelow(null), size);
  const amongAt = (site: MatchSite) =>
    onePass
      ? onePass.at(site)
      : matching.among(site, search, positionsBelow(belowAt(site, search)));
  const matches = ways.map(([site, way]) => {
    if (way === 'among') return amongAt(site);
    const narrower = way === 'indexed' ? null : matching[way]?.(site, search);
    return narrower ?? matching.indexed(site, search);
  });
  const planned = isSettled(ways) ? matching.plannedOnce : undefined;
  return sql`${planned ?? sql``}${foundPieces(matches, limit, matching, onePass || null)}`;
}
