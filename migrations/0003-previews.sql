-- The private address at which a piece's working copy can be read, one at most for each piece. The
-- address itself is not kept: it is made from the seed with the service's signing key, and found by
-- its hash.
CREATE TABLE piece_previews (
  piece_id TEXT PRIMARY KEY REFERENCES pieces (id) ON DELETE CASCADE,
  hash TEXT NOT NULL UNIQUE,
  seed TEXT NOT NULL,
  created_at TEXT NOT NULL
);
