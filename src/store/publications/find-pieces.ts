// Finds pieces in one statement: the matches that a database's own SQL selects, joined to the shown columns.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MatchSite } from '../../schemas/vocabulary.ts';
import type { Searched } from '../database/dialect.ts';
import { LISTED_COLUMNS } from '../search/list-columns.ts';
import { narrowestOf, type PieceFilter, positionsOf } from '../search/piece-filter.ts';
import {
  belowAt,
  type FoundPiece,
  type Matching,
  type PieceSearch,
} from '../search/piece-search.ts';
import type { Tables } from '../tables.ts';

const inTurn = (matches: RawBuilder<unknown>[], limit: number) =>
  sql`${sql.join(
    matches.map((match) => sql`SELECT * FROM (${match}) AS matched`),
    sql` UNION ALL `,
  )} LIMIT ${limit}`;

const SHOWN = sql`f.site, ${LISTED_COLUMNS}, CASE WHEN f.site = 'body' THEN (
  SELECT b.text_json FROM publication_bodies b WHERE b.piece_id = p.piece_id
) END AS text_json`;

/** One statement is one snapshot, so no piece is found at two sites. Later sites are searched only if needed. */
export async function piecesAt(
  sites: readonly MatchSite[],
  { read, slow }: Searched,
  search: PieceSearch,
  matching: Matching,
): Promise<FoundPiece[]> {
  const { filter, limit } = search;
  // The filter lists no language if the requested one is unknown.
  if (filter.locales?.length === 0) return [];
  const isNarrow =
    isSpread(filter) && (!matching.isIndexed(search) || (await fewFit(read, filter)));
  const matches = sites.map((site) =>
    isNarrow
      ? matching.among(site, search, positionsOf(filter, belowAt(site, search)))
      : matching.indexed(site, search),
  );
  const { rows } = await sql<FoundPiece>`
    SELECT ${SHOWN} FROM (${inTurn(matches, limit)}) AS f ${matching.joined}`.execute(slow);
  return rows;
}

/** Up to this many pieces, scanning their texts is faster than an index. Tests lower it. */
export const FEW = { pieces: 300 };

/** An author's, a tag's or a language's pieces may be far apart, so scanning for a common word is slow. */
const isSpread = ({ authorId, tag, locales }: PieceFilter) =>
  authorId !== undefined || tag !== undefined || locales !== undefined;

async function fewFit(db: Kysely<Tables>, filter: PieceFilter): Promise<boolean> {
  const { rows } = await sql<{ size: number }>`SELECT count(*) AS size FROM (
    ${narrowestOf(filter)} LIMIT ${FEW.pieces + 1}) AS counted`.execute(db);
  return Number(rows[0]?.size) <= FEW.pieces;
}
