// Checks and rebuilds the trigram indexes of search.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const INDEXES = {
  piece_headlines_index: 'piece_texts USING gin (headline gin_trgm_ops)',
  piece_subs_index: 'piece_texts USING gin (sub gin_trgm_ops)',
  piece_bodies_index: 'piece_parts USING gin (part gin_trgm_ops)',
  author_texts_index: 'author_texts USING gin (folded gin_trgm_ops)',
};

/** Cuts bodies into parts in the same way as the trigger in the migrations. */
const PARTS = sql`
  SELECT position * 1000 + n AS id, substr(body, n * 500 + 1, 600) AS part
  FROM piece_texts CROSS JOIN LATERAL generate_series(0, (length(body) + 499) / 500 - 1) AS n`;

/** PostgreSQL maintains its indexes, so they only have to exist. The parts of bodies are compared with the bodies. */
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
}

export async function rebuildSearchIndex(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    for (const index of Object.keys(INDEXES)) {
      await sql`DROP INDEX IF EXISTS ${sql.table(index)}`.execute(tx);
    }
    await sql`DELETE FROM piece_parts`.execute(tx);
    await sql`INSERT INTO piece_parts (id, part) ${PARTS}`.execute(tx);
    for (const [index, on] of Object.entries(INDEXES)) {
      await sql`CREATE INDEX ${sql.table(index)} ON ${sql.raw(on)}`.execute(tx);
    }
  });
}
