// Filters of lists and searches of published pieces, as conditions on `publications p`.

import { type RawBuilder, sql } from 'kysely';
import { type PiecePlace, positionOf } from './piece-place.ts';

/** A piece must have everything that is set. */
export interface PieceFilter {
  authorId?: string;
  category?: string;
  tag?: string;
  /** One of these; there are none where the language has no piece. */
  locales?: readonly string[];
  /** First published then, or later; or earlier. */
  since?: string;
  until?: string;
}

/** What is left of a filter where author, tag and language are joined. */
export function notJoined(filter: PieceFilter): PieceFilter {
  const { authorId: _author, tag: _tag, locales: _locales, ...others } = filter;
  return others;
}

/** What is true of the pieces in the list; empty where all are. */
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

/**
 * More than the pieces by which the order of times can differ from that of positions: the clocks of two
 * processes that publish are never quite the same.
 */
const CLOCKS_APART = sql.lit(100);

/** No piece since this time is below this position. */
const firstSince = (since: string) => sql`(SELECT min(position) FROM (
  SELECT position FROM publications WHERE published_at >= ${since}
  ORDER BY published_at, position LIMIT ${CLOCKS_APART}) AS earliest)`;

/** None until this time is above this one. */
const lastUntil = (until: string) => sql`(SELECT max(position) FROM (
  SELECT position FROM publications WHERE published_at <= ${until}
  ORDER BY published_at DESC, position DESC LIMIT ${CLOCKS_APART}) AS latest)`;

/**
 * The part of the order in which a piece can be, where an index can start and stop. With `parts`, of an
 * index that has so many entries for each position.
 */
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

/** Whether the piece at this position is in the list, as one value: it says nothing to a planner. */
export function fits(filter: PieceFilter, position: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return [];
  return [sql`(SELECT ${allOf(conditions)} FROM publications p WHERE p.position = ${position})`];
}

/**
 * The rest of a query for the pieces in a list, newest first, from its FROM on. Where nothing narrower
 * is known, the index of tags leads.
 */
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

/**
 * The positions of the pieces in a list that one field narrows, newest first: from the index of the
 * narrowest, where they stand in this order, so that a search which has enough reads no more of them.
 */
export function positionsOf(filter: PieceFilter, below: PiecePlace | null): RawBuilder<unknown> {
  const { source, leading, others } = narrowest(filter);
  const position = sql`c.position`;
  const conditions = [leading, ...rangeOf(filter, below, position), ...fits(others, position)];
  return sql`SELECT c.position FROM ${source} c WHERE ${allOf(conditions)} ORDER BY c.position DESC`;
}

/** The positions of the pieces that the narrowest field leaves. */
export function narrowestOf(filter: PieceFilter): RawBuilder<unknown> {
  const { source, leading } = narrowest(filter);
  return sql`SELECT c.position FROM ${source} c WHERE ${leading}`;
}

/** The field that leads, and what is left of the filter. The range of positions alone leads to those of a time. */
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

/** All of them must be true. */
export const allOf = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` AND `);
