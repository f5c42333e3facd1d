// Conditions for a piece to contain all terms of a search, site by site (headline, standfirst, body).

import { type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import { allOf } from './piece-filter.ts';

/** Columns of `piece_texts t`, in the order of MATCH_SITES. */
const COLUMNS = ['headline', 'sub', 'body'] as const;
export type Column = (typeof COLUMNS)[number];

export type Has = (column: Column, term: string) => RawBuilder<unknown>;

export const columnsUpTo = (site: MatchSite) => COLUMNS.slice(0, MATCH_SITES.indexOf(site) + 1);

const spreadOver = (columns: readonly Column[], terms: readonly string[], has: Has) =>
  allOf(
    terms.map(
      (term) =>
        sql`(${sql.join(
          columns.map((each) => has(each, term)),
          sql` OR `,
        )})`,
    ),
  );

/** True if all terms have been found once this site is included, but not before. */
export function isAt(site: MatchSite, terms: readonly string[], has: Has): RawBuilder<unknown> {
  const columns = columnsUpTo(site);
  const above = columns.slice(0, -1);
  const whole = spreadOver(columns, terms, has);
  return above.length === 0 ? whole : sql`${whole} AND NOT (${spreadOver(above, terms, has)})`;
}

/** The term to look up in the index: the longest is likely to be the rarest. */
export const leadingTerm = ([first, ...others]: readonly [string, ...string[]]): string =>
  others.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one), first);

const lengthOf = (term: string) => [...term].length;

interface Branch {
  column: Column;
  /** Excludes pieces that a later branch finds. */
  otherwise: RawBuilder<unknown>;
}

/** One branch per column that may have the leading term. A piece belongs to the last such column's branch. */
export function branchesOf(site: MatchSite, leading: string, has: Has): Branch[] {
  const columns = columnsUpTo(site);
  return columns.map((column, at) => ({
    column,
    otherwise: allOf(columns.slice(at + 1).map((later) => sql`NOT ${has(later, leading)}`)),
  }));
}
