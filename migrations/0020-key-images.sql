-- Images that keys have uploaded, by the hash in their names, which is also made from the key: no other upload
-- has it. Each is its owner's alone until they publish a version that shows it. A row stays when its image is
-- swept: whatever has this name is never public by itself.
CREATE TABLE key_images (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  created_at TEXT NOT NULL
);

-- Which images publications show. Written and removed with them.
CREATE TABLE publication_images (
  piece_id TEXT NOT NULL REFERENCES publications (piece_id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (piece_id, hash)
);

CREATE INDEX publication_images_by_hash ON publication_images (hash);
