// Substring search on SQLite, from newest to oldest: trigram indexes for three characters or more, else a scan.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MatchSite } from '../../schemas/vocabulary.ts';
import type { Dialect, Searched } from '../database/dialect.ts';
import { piecesAt } from '../publications/find-pieces.ts';
import { type AuthorSearch, afterRank } from '../search/author-search.ts';
import { notJoined, type PieceFilter } from '../search/piece-filter.ts';
import {
  type FoundPiece,
  inFilter,
  inRange,
  type Matching,
  type PieceSearch,
  sitesOf,
} from '../search/piece-search.ts';

import { branchesOf, type Column, columnsUpTo, isAt, leadingTerm } from '../search/search-terms.ts';
import type { Tables } from '../tables.ts';
import { INTERRUPTIBLE } from './sync-connection.ts';

export const interruptible: Dialect['interruptible'] = sql`${sql.raw(INTERRUPTIBLE)}()`;

const isIndexable = (term: string) => [...term].length >= 3;

/** FTS5 takes quoted text literally. */
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

// Bodies are indexed in parts of this length, for the reason given in the migration that made the index.
const PART = 500;
const PART_OVERLAP = 100;
const PARTS_AT_MOST = 1_000;

/** All trigrams of the term's start: only parts that contain every one of them are worth reading. */
function trigramsOf(term: string): string {
  const characters = [...term].slice(0, PART_OVERLAP);
  const trigrams = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(trigrams)].map(quoted).join(' AND ');
}

const INDEX = {
  headline: 'piece_heads_index',
  sub: 'piece_heads_index',
  body: 'piece_bodies_index',
};

/** The FTS5 query for a column's index. The index of headlines and standfirsts is also searched for the other terms. */
function phrasesOf(column: Column, { leading, others = [], within = [] }: Source): string {
  if (column === 'body') return trigramsOf(leading);
  const elsewhere = others
    .filter(isIndexable)
    .map((term) => `{${within.join(' ')}} : ${quoted(term)}`);
  return [`${column} : ${quoted(leading)}`, ...elsewhere].join(' AND ');
}

/** Joined before the text, because the row with author, tag or language is far smaller. CROSS JOIN keeps that order. */
function fittingAt(
  { authorId, tag, locales }: PieceFilter,
  position: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const joined = [
    authorId !== undefined &&
      sql`CROSS JOIN publications w INDEXED BY publications_by_author
        ON w.author_id = ${authorId} AND w.position = ${position}`,
    tag !== undefined &&
      sql`CROSS JOIN publication_tags g INDEXED BY publication_tags_by_tag
        ON g.tag = ${tag} AND g.position = ${position}`,
    locales !== undefined &&
      sql`CROSS JOIN publications l INDEXED BY publications_by_locale
        ON l.locale IN (${sql.join(locales)}) AND l.position = ${position}`,
  ];
  return sql.join(
    joined.filter((each) => each !== false),
    sql` `,
  );
}

/** True in the first part of a body that has the term, because other parts are the same piece. */
function isInPart(term: string): RawBuilder<unknown> {
  const start = sql`i.rowid % ${sql.lit(PARTS_AT_MOST)} * ${sql.lit(PART)}`;
  const reach = sql.lit(PART + [...term].length - 1);
  // The part is searched before the whole text, because most candidates fail there.
  return sql`instr(substr(t.body, ${start} + 1, ${reach}), ${term}) > 0
    AND instr(t.body, ${term}) BETWEEN ${start} + 1 AND ${start} + ${sql.lit(PART)}`;
}

const has = (column: Column, term: string) => sql`instr(${sql.ref(`t.${column}`)}, ${term}) > 0`;

const COLUMN = { headline: 'headline', standfirst: 'sub', body: 'body' } as const;

function condition(site: MatchSite, term: string): RawBuilder<unknown> {
  switch (site) {
    case 'headline':
      return has('headline', term);
    case 'standfirst':
      return sql`${has('sub', term)} AND NOT ${has('headline', term)}`;
    case 'body': {
      const notAbove = sql`NOT ${has('headline', term)} AND NOT ${has('sub', term)}`;
      // The index has already checked the part.
      return isIndexable(term) ? notAbove : sql`${has('body', term)} AND ${notAbove}`;
    }
  }
}

const isCurrent = sql`NOT EXISTS (
  SELECT 1 FROM search_backlog q WHERE q.position = t.position AND q.is_searchable = 0
)`;

interface Source {
  column: Column;
  leading: string;
  /** Other terms: the same index must contain each of them in one of the columns `within`. */
  others?: readonly string[];
  within?: readonly Column[];
}

function textsOf(source: Source, { filter }: PieceSearch) {
  const { column, leading } = source;
  if (!isIndexable(leading)) {
    const order = sql`t.position`;
    return { order, parts: 1, from: sql`piece_texts t ${fittingAt(filter, order)} WHERE 1 = 1` };
  }
  const order = sql`i.rowid`;
  const parts = column === 'body' ? PARTS_AT_MOST : 1;
  const position = sql`i.rowid / ${sql.lit(parts)}`;
  const index = sql.raw(INDEX[column]);
  const from = sql`${index} i ${fittingAt(filter, position)}
    CROSS JOIN piece_texts t ON t.position = ${position}
    WHERE ${index} MATCH ${phrasesOf(column, source)}
      AND ${column === 'body' ? isInPart(leading) : sql`1 = 1`}`;
  return { order, parts, from };
}

function chosen(
  site: MatchSite,
  search: PieceSearch,
  source: Source,
  met: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { order, parts, from } = textsOf(source, search);
  const looked = { ...search, filter: notJoined(search.filter) };
  return sql`
    SELECT ${sql.lit(site)} AS site, t.position
    FROM ${from} AND ${interruptible} AND ${inRange(site, search, order, parts)} AND ${met}
      AND ${inFilter(looked, sql`t.position`)} AND ${isCurrent}
    ORDER BY ${order} DESC LIMIT ${search.limit}`;
}

/** Matches of several terms, from each column that may have the leading term, merged newest first. */
function withAllTerms(site: MatchSite, search: PieceSearch): RawBuilder<unknown> {
  const { terms, limit } = search;
  const leading = leadingTerm(terms);
  const isHere = isAt(site, terms, has);
  if (!isIndexable(leading)) return chosen(site, search, { column: 'body', leading }, isHere);
  const within = columnsUpTo(site);
  const others = site === 'body' ? [] : terms.filter((term) => term !== leading);
  const branches = branchesOf(site, leading, has).map(({ column, otherwise }) =>
    chosen(site, search, { column, leading, others, within }, sql`${isHere} AND ${otherwise}`),
  );
  const each = branches.map((branch) => sql`SELECT * FROM (${branch})`);
  return sql`${sql.join(each, sql` UNION ALL `)} ORDER BY position DESC LIMIT ${limit}`;
}

// CROSS JOIN keeps the order; otherwise SQLite might scan all publications for the few matches.
const matching: Matching = {
  isIndexed: ({ terms }) => isIndexable(leadingTerm(terms)),
  indexed(site, search) {
    const [term] = search.terms;
    if (search.terms.length > 1) return withAllTerms(site, search);
    return chosen(site, search, { column: COLUMN[site], leading: term }, condition(site, term));
  },
  // LIMIT makes SQLite find the positions one by one and in order, before it reads any text.
  among: (site, { terms, limit }, positions) => sql`
    SELECT ${sql.lit(site)} AS site, t.position
    FROM (${positions} LIMIT -1) AS c CROSS JOIN piece_texts t ON t.position = c.position
    WHERE ${interruptible} AND ${isAt(site, terms, has)} AND ${isCurrent} LIMIT ${limit}`,
  joined: sql`CROSS JOIN publications p CROSS JOIN authors a
    WHERE p.position = f.position AND a.id = p.author_id`,
};

export const findPieces = (db: Searched, search: PieceSearch): Promise<FoundPiece[]> =>
  piecesAt(sitesOf(search), db, search, matching);

export async function matchAuthors(
  db: Kysely<Tables>,
  { term, after, limit }: AuthorSearch,
): Promise<string[]> {
  const found = isIndexable(term)
    ? sql`t.id IN (SELECT rowid FROM author_texts_index WHERE author_texts_index MATCH ${quoted(term)})`
    : sql`instr(t.folded, ${term}) > 0`;
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM authors a JOIN author_texts t ON t.author_id = a.id
    WHERE ${interruptible} AND a.suspended_at IS NULL AND ${found} AND ${afterRank(after)}
    ORDER BY a.identity_verified DESC, a.pieces_count DESC, a.name, a.slug LIMIT ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Each index with its table of texts, and the column there that has the index's row ids. */
const INDEXES = [
  { index: 'piece_heads_index', text: 'piece_texts', id: 'position' },
  { index: 'piece_bodies_index', text: 'piece_parts', id: 'id' },
  { index: 'author_texts_index', text: 'author_texts', id: 'id' },
];

/** Compares only which rows exist: FTS5's own comparison would hold the write lock for a long time. */
export async function checkSearchIndex(db: Kysely<Tables>): Promise<void> {
  for (const { index, text, id } of INDEXES) {
    const indexed = sql`SELECT id FROM ${sql.table(`${index}_docsize`)}`;
    const expected = sql`SELECT ${sql.ref(id)} FROM ${sql.table(text)}`;
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (
      SELECT * FROM (${indexed} EXCEPT ${expected})
      UNION ALL SELECT * FROM (${expected} EXCEPT ${indexed})
    )`.execute(db);
    const count = Number(rows[0]?.count);
    if (count > 0) throw new Error(`${index} differs from its text in ${count} rows.`);
  }
}

export async function rebuildSearchIndex(db: Kysely<Tables>): Promise<void> {
  for (const { index } of INDEXES) {
    await sql`INSERT INTO ${sql.table(index)} (${sql.ref(index)}) VALUES ('rebuild')`.execute(db);
  }
}
