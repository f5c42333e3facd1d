// Faults that stored pieces must never have, each with a query for the ids of faulty rows.

export interface Fault {
  readonly what: string;
  /** True if `rebuild` repairs the fault. Other faults need a restored backup. */
  readonly isRebuilt: boolean;
  readonly ids: string;
}

export const FAULTS: readonly Fault[] = [
  {
    what: 'approved pieces are not public',
    isRebuilt: true,
    ids: `SELECT p.id FROM pieces p JOIN authors a ON a.id = p.author_id
      WHERE p.status = 'approved' AND a.suspended_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM publications u WHERE u.piece_id = p.id)`,
  },
  {
    what: 'publications have no piece',
    isRebuilt: true,
    ids: `SELECT u.piece_id AS id FROM publications u
      WHERE NOT EXISTS (SELECT 1 FROM pieces p WHERE p.id = u.piece_id)`,
  },
  {
    what: 'publications are of pieces that are not approved, or of suspended writers',
    isRebuilt: true,
    ids: `SELECT p.id FROM publications u JOIN pieces p ON p.id = u.piece_id
      JOIN authors a ON a.id = p.author_id
      WHERE p.status <> 'approved' OR a.suspended_at IS NOT NULL`,
  },
  {
    what: 'publications differ from their pieces in version, slug, position, times or author',
    isRebuilt: true,
    ids: `SELECT p.id FROM publications u JOIN pieces p ON p.id = u.piece_id
      WHERE p.status = 'approved' AND (p.live_version IS NULL OR u.version <> p.live_version
        OR u.slug <> p.slug OR u.position <> p.position OR u.published_at <> p.published_at
        OR u.modified_at <> p.modified_at OR u.author_id <> p.author_id)`,
  },
  {
    what: 'pieces stand in lists out of the order of their publication times',
    isRebuilt: true,
    ids: `SELECT id FROM (
        SELECT id, published_at, lag(published_at) OVER (ORDER BY position) AS before
        FROM pieces WHERE position IS NOT NULL
      ) AS numbered WHERE published_at < before`,
  },
  {
    what: 'publications have no body',
    isRebuilt: true,
    ids: `SELECT u.piece_id AS id FROM publications u
      WHERE NOT EXISTS (SELECT 1 FROM publication_bodies b WHERE b.piece_id = u.piece_id)`,
  },
  {
    what: 'publications are tagged at another position than their own',
    isRebuilt: true,
    ids: `SELECT u.piece_id AS id FROM publication_tags t
      JOIN publications u ON u.piece_id = t.piece_id WHERE t.position <> u.position`,
  },
  {
    what: 'authors have another number of public pieces than their profile says',
    isRebuilt: true,
    ids: `SELECT a.id FROM authors a WHERE a.pieces_count <> (
      SELECT count(*) FROM publications u WHERE u.author_id = a.id)`,
  },
  {
    what: 'pieces have a slug that is not among their slugs, so that their pages are not found',
    isRebuilt: false,
    ids: `SELECT p.id FROM pieces p WHERE p.slug IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM piece_slugs s WHERE s.piece_id = p.id AND s.author_id = p.author_id
        AND s.slug = p.slug)`,
  },
  {
    what: 'authors have a slug that is not among their slugs, so that their pages are not found',
    isRebuilt: false,
    ids: `SELECT a.id FROM authors a WHERE NOT EXISTS (
      SELECT 1 FROM author_slugs s WHERE s.author_id = a.id AND s.slug = a.slug)
      AND NOT EXISTS (SELECT 1 FROM erasures e
        WHERE e.account_id = a.id AND e.pieces = 'erase' AND e.begun_at IS NOT NULL)`,
  },
  {
    what: 'pieces lack the version that is live or that is being edited',
    isRebuilt: false,
    ids: `SELECT p.id FROM pieces p
      WHERE NOT EXISTS (SELECT 1 FROM piece_versions v
          WHERE v.piece_id = p.id AND v.number = p.working_version)
        OR (p.live_version IS NOT NULL AND NOT EXISTS (SELECT 1 FROM piece_versions v
          WHERE v.piece_id = p.id AND v.number = p.live_version))`,
  },
  {
    what: 'pieces are in another state than their log ends with',
    isRebuilt: false,
    ids: `SELECT p.id FROM pieces p WHERE p.status <> coalesce((
      SELECT m.to_status FROM piece_moves m WHERE m.piece_id = p.id
      ORDER BY m.number DESC LIMIT 1), 'none')`,
  },
];
