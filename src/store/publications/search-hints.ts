// How many pieces fit a filter, and how close together the matches of a term are: remembered, because they
// decide about the way of a search alone. Any way finds the same, so they may be out of date.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { MATCH_SITES, type MatchSite } from '../../schemas/vocabulary.ts';
import type { Tables } from '../tables.ts';
import { isOneOf } from './piece-filter.ts';
import type { FoundPiece, Matching, PieceSearch } from './piece-search.ts';
import { type Choice, type Frequencies, type Frequency, isOpen, PLAN } from './search-plan.ts';

interface SearchHints {
  /** By what is counted. */
  sizes: LRUCache<string, number>;
  /** By term. */
  frequencies: LRUCache<string, Frequencies>;
}

const REMEMBERED = { max: 2_000, ttl: 10 * 60_000 };

const hints = new WeakMap<Kysely<Tables>, SearchHints>();

/** Of one database. */
function hintsOf(db: Kysely<Tables>): SearchHints {
  const known = hints.get(db) ?? {
    sizes: new LRUCache<string, number>(REMEMBERED),
    frequencies: new LRUCache<string, Frequencies>(REMEMBERED),
  };
  hints.set(db, known);
  return known;
}

/** At most so many pieces fit; beyond the most, it does not say how many. */
export async function sizeOf(
  db: Kysely<Tables>,
  { filter: { authorId, tag, locales, since, until }, authorPieces }: PieceSearch,
  most: number,
): Promise<number> {
  // Nothing has such a language.
  if (locales?.length === 0) return 0;
  // Whoever had none may have one by now.
  let size = authorPieces || Number.POSITIVE_INFINITY;
  // Each has an index to count in. Authors have the fewest, so that the others need not be counted.
  const narrowed = [
    authorId !== undefined && sql`publications WHERE author_id = ${authorId}`,
    tag !== undefined && sql`publication_tags WHERE tag = ${tag}`,
    locales !== undefined && sql`publications p WHERE ${isOneOf(locales)}`,
    since !== undefined &&
      until !== undefined &&
      sql`publications WHERE published_at >= ${since} AND published_at <= ${until}`,
  ];
  for (const rest of narrowed) {
    if (rest && size > PLAN.some) size = Math.min(size, await countOf(db, rest, most));
  }
  return size;
}

async function countOf(
  db: Kysely<Tables>,
  rest: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const { sizes } = hintsOf(db);
  const counting = sql<{ size: number }>`SELECT count(*) AS size FROM (
    SELECT position FROM ${rest} LIMIT ${sql.lit(most + 1)}) AS counted`.compile(db);
  const key = JSON.stringify([counting.sql, counting.parameters]);
  const known = sizes.get(key);
  if (known !== undefined) return known;
  const { rows } = await db.executeQuery(counting);
  const size = Number(rows[0]?.size);
  // Where nothing fits yet, something may be published that does.
  if (size > 0) sizes.set(key, size);
  return size;
}

interface Looked {
  site: MatchSite;
  n: number;
  span: number | null;
}

/** Those that have all of several terms may be few, however common each is. */
const OF_SEVERAL: Frequencies = { headline: 'unsure', standfirst: 'unsure', body: 'unsure' };

export const knownFrequencies = (db: Kysely<Tables>, { terms: [term, ...others] }: PieceSearch) =>
  others.length > 0 ? OF_SEVERAL : (hintsOf(db).frequencies.get(term) ?? {});

/** From what is known of the term, or else the newest entries of the index: all of them in one go. */
export async function frequenciesOf(
  db: Kysely<Tables>,
  sites: readonly MatchSite[],
  choice: Choice,
  search: PieceSearch,
  matching: Matching,
): Promise<Frequencies> {
  const learned: Frequencies = { ...knownFrequencies(db, search) };
  const looks: RawBuilder<unknown>[] = [];
  for (const site of sites) {
    if (!isOpen(site, choice, learned)) continue;
    const entries = matching.entries(site, search, PLAN.entries);
    // What is too short for an index is in most texts.
    if (!entries) learned[site] = 'common';
    else
      looks.push(sql`SELECT ${sql.lit(site)} AS site, count(*) AS n,
        max(position) - min(position) AS span FROM (${entries}) AS entries`);
  }
  if (looks.length === 0) return learned;
  const { rows } = await sql<Looked>`${sql.join(looks, sql` UNION ALL `)}`.execute(db);
  for (const { site, n, span } of rows) {
    learned[site] = Number(n) < PLAN.entries ? 'rare' : frequencyIn(Number(n), Number(span));
  }
  hintsOf(db).frequencies.set(search.terms[0], learned);
  return learned;
}

const frequencyIn = (matches: number, span: number): Frequency =>
  span < matches * PLAN.dense ? 'common' : 'between';

/** So many matches say how close together they are. */
const TELLING = 10;

/** What the matches of a whole archive tell about a term that has an index. */
export function learnFrequencies(
  db: Kysely<Tables>,
  search: PieceSearch,
  matching: Matching,
  found: readonly FoundPiece[],
): void {
  const { filter, after, limit } = search;
  const [term, ...others] = search.terms;
  if (others.length > 0 || after !== null || Object.keys(filter).length > 0) return;
  const learned: Frequencies = {};
  for (const site of MATCH_SITES) {
    // However rare it is, without an index all texts would be gone through for it.
    if (!matching.entries(site, search, 1)) return;
    const positions = found.filter((each) => each.site === site).map(({ position }) => position);
    const span = Math.max(...positions) - Math.min(...positions);
    const areAll = found.length < limit || found.at(-1)?.site !== site;
    if (areAll && positions.length < PLAN.entries) learned[site] = 'rare';
    else if (positions.length >= TELLING) learned[site] = frequencyIn(positions.length, span);
    if (!areAll) break;
  }
  const { frequencies } = hintsOf(db);
  frequencies.set(term, { ...frequencies.get(term), ...learned });
}
