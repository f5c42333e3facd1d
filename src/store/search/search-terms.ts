// The conditions for a piece to have all terms of a search, site by site.

import { type RawBuilder, sql } from 'kysely';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import { allOf } from './piece-filter.ts';

/** The columns of `piece_texts t`, in the order of their sites. */
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

/** The site at which the last of the terms is found, reading from the headline on. */
export function isAt(site: MatchSite, terms: readonly string[], has: Has): RawBuilder<unknown> {
  const columns = columnsUpTo(site);
  const above = columns.slice(0, -1);
  const whole = spreadOver(columns, terms, has);
  return above.length === 0 ? whole : sql`${whole} AND NOT (${spreadOver(above, terms, has)})`;
}

/** The term that an index is searched for: the longest is likely to be the rarest. */
export const leadingTerm = ([first, ...others]: readonly [string, ...string[]]): string =>
  others.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one), first);

const lengthOf = (term: string) => [...term].length;

interface Branch {
  column: Column;
  /** Keeps the branches from finding the same piece twice. */
  otherwise: RawBuilder<unknown>;
}

/** The columns that may have the leading term, for a match at this site: the last column with the term counts. */
export function branchesOf(site: MatchSite, leading: string, has: Has): Branch[] {
  const columns = columnsUpTo(site);
  return columns.map((column, at) => ({
    column,
    otherwise: allOf(columns.slice(at + 1).map((later) => sql`NOT ${has(later, leading)}`)),
  }));
}
