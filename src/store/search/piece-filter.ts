// Filters of lists and searches of published pieces, as conditions on the table alias `publications p`.

import { type RawBuilder, sql } from 'kysely';
import { type PiecePlace, positionOf } from './piece-place.ts';

/** A filter: a piece must match every field that is set. */
export interface PieceFilter {
  authorId?: string;
  category?: string;
  tag?: string;
  /** Languages, one of which the piece must be in. An empty list matches no piece. */
  locales?: readonly string[];
  since?: string;
  until?: string;
}

/** The filter without author, tag and language, for queries that join those. */
export function notJoined(filter: PieceFilter): PieceFilter {
  const { authorId: _author, tag: _tag, locales: _locales, ...others } = filter;
  return others;
}

function conditionsOf(filter: PieceFilter): RawBuilder<unknown>[] {
  const { authorId, category, tag, locales, since, until } = filter;
  return [
    authorId === undefined ? null : sql`p.author_id = ${authorId}`,
    category === undefined ? null : sql`p.category = ${category}`,
    tag === undefined
      ? null
      : sql`EXISTS (SELECT 1 FROM publication_tags g WHERE g.tag = ${tag} AND g.position = p.position)`,
    locales === undefined ? null : isOneOf(locales),
    since === undefined ? null : sql`p.published_at >= ${since}`,
    until === undefined ? null : sql`p.published_at <= ${until}`,
  ].filter((each) => each !== null);
}

function isOneOf(locales: readonly string[]): RawBuilder<unknown> {
  if (locales.length === 0) return sql`1 = 0`;
  return sql`p.locale IN (${sql.join(locales)})`;
}

/** Orders by time and by position differ by fewer pieces than this, because processes' clocks differ slightly. */
const CLOCKS_APART = sql.lit(100);

/** The lowest position that a piece published since this time can have. */
const firstSince = (since: string) => sql`(SELECT min(position) FROM (
  SELECT position FROM publications WHERE published_at >= ${since}
  ORDER BY published_at, position LIMIT ${CLOCKS_APART}) AS earliest)`;

/** The highest position that a piece published until this time can have. */
const lastUntil = (until: string) => sql`(SELECT max(position) FROM (
  SELECT position FROM publications WHERE published_at <= ${until}
  ORDER BY published_at DESC, position DESC LIMIT ${CLOCKS_APART}) AS latest)`;

/** The range of positions that an index must read. `parts` is the number of index entries for each position. */
export function rangeOf(
  { since, until }: PieceFilter,
  below: PiecePlace | null,
  position: RawBuilder<unknown>,
  parts = 1,
): RawBuilder<unknown>[] {
  const times = sql.lit(parts);
  return [
    below === null ? null : sql`${position} < ${positionOf(below)} * ${times}`,
    since === undefined ? null : sql`${position} >= ${firstSince(since)} * ${times}`,
    until === undefined
      ? null
      : sql`${position} <= ${lastUntil(until)} * ${times} + ${sql.lit(parts - 1)}`,
  ].filter((each) => each !== null);
}

/** The filter as one subquery, whose selectivity planners don't try to estimate. */
export function fits(filter: PieceFilter, position: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return [];
  return [sql`(SELECT ${allOf(conditions)} FROM publications p WHERE p.position = ${position})`];
}

/** The FROM, WHERE and ORDER BY of a list, newest first. Tags lead, unless an author narrows the list more. */
export function listed(
  filter: PieceFilter,
  below: PiecePlace | null,
  joins = sql``,
): RawBuilder<unknown> {
  const { tag, ...others } = filter;
  const isByTag = tag !== undefined && filter.authorId === undefined;
  const position = isByTag ? sql`t.position` : sql`p.position`;
  const source = isByTag
    ? sql`publication_tags t JOIN publications p ON p.piece_id = t.piece_id`
    : sql`publications p`;
  const conditions = [
    ...(isByTag ? [sql`t.tag = ${tag}`, ...conditionsOf(others)] : conditionsOf(filter)),
    ...rangeOf(filter, below, position),
  ];
  return sql`${source} ${joins} WHERE ${allOf(conditions)} ORDER BY ${position} DESC`;
}

/** The matching positions, newest first, by the narrowest field's index, so that a search can stop early. */
export function positionsOf(filter: PieceFilter, below: PiecePlace | null): RawBuilder<unknown> {
  const { source, leading, others } = narrowest(filter);
  const position = sql`c.position`;
  const conditions = [leading, ...rangeOf(filter, below, position), ...fits(others, position)];
  return sql`SELECT c.position FROM ${source} c WHERE ${allOf(conditions)} ORDER BY c.position DESC`;
}

export function narrowestOf(filter: PieceFilter): RawBuilder<unknown> {
  const { source, leading } = narrowest(filter);
  return sql`SELECT c.position FROM ${source} c WHERE ${leading}`;
}

/** The field whose index leads, and the rest of the filter. If only times are set, the range of positions leads. */
function narrowest(filter: PieceFilter) {
  const { authorId, ...notByAuthor } = filter;
  const { tag, ...notByTag } = notByAuthor;
  const { locales, ...others } = notByTag;
  const source = sql`publications`;
  if (authorId !== undefined) {
    return { source, leading: sql`c.author_id = ${authorId}`, others: notByAuthor };
  }
  if (tag !== undefined) {
    return { source: sql`publication_tags`, leading: sql`c.tag = ${tag}`, others: notByTag };
  }
  return {
    source,
    leading: locales ? sql`c.locale IN (${sql.join(locales)})` : sql`1 = 1`,
    others,
  };
}

export const allOf = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` AND `);
