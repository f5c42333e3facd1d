// Author search: the query, and the cursor in its results.

import { type RawBuilder, sql } from 'kysely';
import type { Flag } from '../tables/flag.ts';

export interface AuthorRank {
  identity_verified: Flag;
  pieces_count: number;
  name: string;
  slug: string;
}

export interface AuthorSearch {
  /** Case-folded term, which is not empty. */
  term: string;
  /** A cursor. If an author's rank changes between two pages, the author may be missed or repeated. */
  after: AuthorRank | null;
  limit: number;
}

export function afterRank(after: AuthorRank | null): RawBuilder<unknown> {
  if (after === null) return sql`1 = 1`;
  const { identity_verified: verified, pieces_count: count, name, slug } = after;
  return sql`(a.identity_verified < ${verified} OR (a.identity_verified = ${verified} AND (
    a.pieces_count < ${count} OR (a.pieces_count = ${count} AND (
      a.name > ${name} OR (a.name = ${name} AND a.slug > ${slug}))))))`;
}
