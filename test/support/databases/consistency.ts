// Checks that all stored data about pieces is consistent.

import assert from 'node:assert/strict';
import type { Place } from './databases.ts';
import { withSql } from './sql.ts';

/** Queries that should find nothing: each looks for the ids of records that contradict others. */
const UNSOUND: { [what: string]: string } = {
  'approved, and not public': `
    SELECT p.id FROM pieces p JOIN authors a ON a.id = p.author_id
    WHERE p.status = 'approved' AND a.suspended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM publications u WHERE u.piece_id = p.id)`,
  'public, and not approved or of a suspended writer': `
    SELECT u.piece_id AS id FROM publications u JOIN pieces p ON p.id = u.piece_id
    JOIN authors a ON a.id = p.author_id
    WHERE p.status <> 'approved' OR a.suspended_at IS NOT NULL`,
  'public otherwise than its own row says': `
    SELECT p.id FROM publications u JOIN pieces p ON p.id = u.piece_id
    WHERE u.version <> p.live_version OR u.slug <> p.slug OR u.position <> p.position
      OR u.published_at <> p.published_at OR u.modified_at <> p.modified_at
      OR u.author_id <> p.author_id`,
  'public with other words than its version': `
    SELECT u.piece_id AS id FROM publications u
    LEFT JOIN piece_versions v ON v.piece_id = u.piece_id AND v.number = u.version
    WHERE v.headline IS NULL OR v.headline <> u.headline`,
  'public without a body': `
    SELECT u.piece_id AS id FROM publications u
    WHERE NOT EXISTS (SELECT 1 FROM publication_bodies b WHERE b.piece_id = u.piece_id)`,
  'public, and not to be found': `
    SELECT u.piece_id AS id FROM publications u
    WHERE NOT EXISTS (SELECT 1 FROM piece_texts t WHERE t.position = u.position)`,
  'to be found, and not public': `
    SELECT t.position AS id FROM piece_texts t
    WHERE NOT EXISTS (SELECT 1 FROM publications u WHERE u.position = t.position)`,
  'tagged in another place than it is published': `
    SELECT u.piece_id AS id FROM publication_tags t JOIN publications u ON u.piece_id = t.piece_id
    WHERE t.position <> u.position`,
  'without one of its versions': `
    SELECT p.id FROM pieces p WHERE p.working_version <> (
      SELECT count(*) FROM piece_versions v
      WHERE v.piece_id = p.id AND v.number BETWEEN 1 AND p.working_version)`,
  'live, and not approved': `
    SELECT p.id FROM pieces p WHERE (p.live_version IS NULL) = (p.status = 'approved')`,
  'with a slug that is not kept': `
    SELECT p.id FROM pieces p WHERE p.slug IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM piece_slugs s
      WHERE s.piece_id = p.id AND s.slug = p.slug AND s.author_id = p.author_id)`,
  'in another state than its log ends with': `
    SELECT p.id FROM pieces p WHERE p.status <> coalesce((
      SELECT m.to_status FROM piece_moves m WHERE m.piece_id = p.id
      ORDER BY m.number DESC LIMIT 1), 'none')`,
  'with a log that does not follow': `
    SELECT m.piece_id AS id FROM piece_moves m
    LEFT JOIN piece_moves b ON b.piece_id = m.piece_id AND b.number = m.number - 1
    WHERE coalesce(m.from_status, 'none') <> coalesce(b.to_status, 'none')`,
  'of a writer with another count': `
    SELECT a.id FROM authors a WHERE a.pieces_count <> (
      SELECT count(*) FROM publications u WHERE u.author_id = a.id)`,
  'promised to a program, and without an answer': `
    SELECT i.idempotency_key AS id FROM idempotent_answers i WHERE i.body IS NULL`,
};

export async function assertSound(place: Place): Promise<void> {
  await withSql(place, async (query) => {
    for (const [what, statement] of Object.entries(UNSOUND)) {
      const found = await query(statement);
      assert.deepEqual(
        found.map(({ id }) => id),
        [],
        what,
      );
    }
  });
}
