// The trigram indexes of search: checked, and built again.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

interface Indexes {
  [name: string]: string;
}

const INDEXES = {
  piece_headlines_index: 'piece_texts USING gin (headline gin_trgm_ops)',
  piece_subs_index: 'piece_texts USING gin (sub gin_trgm_ops)',
  piece_heads_index: 'piece_heads USING gin (headline gin_trgm_ops, sub gin_trgm_ops, facets)',
  piece_bodies_index: 'piece_parts USING gin (part gin_trgm_ops)',
  author_texts_index: 'author_texts USING gin (folded gin_trgm_ops)',
};

/** As the trigger of the migration cuts them. */
const PARTS = sql`
  SELECT position * 1000 + n AS id, substr(body, n * 500 + 1, 600) AS part
  FROM piece_texts CROSS JOIN LATERAL generate_series(0, (length(body) + 499) / 500 - 1) AS n`;

/** As the triggers of the migration write them. */
const HEADS = sql`SELECT position, headline, sub, search_facets(position) AS facets FROM piece_texts`;

/** PostgreSQL maintains its indexes itself, so they only have to exist; the parts of bodies and facets are ours. */
export async function checkSearchIndex(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()
  `.execute(db);
  const missing = Object.keys(INDEXES).filter((index) => !rows.some(({ name }) => name === index));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is missing.`);
  const parts = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (${PARTS}) e FULL JOIN piece_parts p ON p.id = e.id
    WHERE e.part IS DISTINCT FROM p.part
  `.execute(db);
  const wrong = Number(parts.rows[0]?.count);
  if (wrong > 0) throw new Error(`${wrong} parts of bodies are not as their text has them.`);
  const heads = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (${HEADS}) e FULL JOIN piece_heads h ON h.position = e.position
    WHERE (e.headline, e.sub, e.facets) IS DISTINCT FROM (h.headline, h.sub, h.facets)
      AND NOT EXISTS (SELECT 1 FROM search_backlog q WHERE q.position IN (e.position, h.position))
  `.execute(db);
  const other = Number(heads.rows[0]?.count);
  if (other > 0) throw new Error(`${other} headlines are not beside what their pieces fit.`);
}

/**
 * The heads on their own: whoever drops an index has its table for itself until the end, and a search that has begun
 * with one of two tables would wait for the other forever.
 */
export async function rebuildSearchIndex(db: Kysely<Tables>): Promise<void> {
  const { piece_heads_index, ...others } = INDEXES;
  await rebuilt(db, others, async (tx) => {
    await sql`DELETE FROM piece_parts`.execute(tx);
    await sql`INSERT INTO piece_parts (id, part) ${PARTS}`.execute(tx);
  });
  await rebuilt(db, { piece_heads_index }, async (tx) => {
    await sql`DELETE FROM piece_heads`.execute(tx);
    await sql`INSERT INTO piece_heads (position, headline, sub, facets) ${HEADS}`.execute(tx);
  });
}

/** What is in the tables of these indexes, and then the indexes. */
async function rebuilt(
  db: Kysely<Tables>,
  indexes: Indexes,
  fill: (tx: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    for (const index of Object.keys(indexes)) {
      await sql`DROP INDEX IF EXISTS ${sql.table(index)}`.execute(tx);
    }
    await fill(tx);
    for (const [index, on] of Object.entries(indexes)) {
      await sql`CREATE INDEX ${sql.table(index)} ON ${sql.raw(on)}`.execute(tx);
    }
  });
}
