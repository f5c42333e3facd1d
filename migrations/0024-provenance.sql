-- Each version names the hash of the one before it, so that one that was removed or altered shows. Versions from before
-- get theirs when the next one is saved, or when the record is looked at.
ALTER TABLE piece_versions ADD COLUMN hash TEXT;

ALTER TABLE piece_versions ADD COLUMN previous_hash TEXT;

-- What is left of an autosave that was pruned: enough to follow the hashes, and none of its words.
CREATE TABLE pruned_versions (
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  saved_by_kind TEXT NOT NULL,
  saved_by_name TEXT NOT NULL,
  saved_by_id TEXT,
  origin TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  previous_hash TEXT,
  PRIMARY KEY (piece_id, number)
);

-- What the writer declared with a move, what the versions said of it then (the percentage of words that are a
-- program's; null where no program had a hand in it), the hash of the version, and the service's signature of it all.
ALTER TABLE piece_moves ADD COLUMN declaration TEXT
  CHECK (declaration IN ('human', 'assisted', 'machine'));

ALTER TABLE piece_moves ADD COLUMN machine_share INTEGER;

ALTER TABLE piece_moves ADD COLUMN version_hash TEXT;

ALTER TABLE piece_moves ADD COLUMN signed_with TEXT;

ALTER TABLE piece_moves ADD COLUMN signature TEXT;

-- What is declared of the text that is public, or is on its way there, as JSON; null where nothing was declared.
ALTER TABLE pieces ADD COLUMN provenance TEXT;

ALTER TABLE publications ADD COLUMN provenance TEXT;

-- How the writer works with machines, in their own words; and whether readers are told that a piece is the writer's own.
ALTER TABLE authors ADD COLUMN writing_policy TEXT;

ALTER TABLE authors ADD COLUMN shows_human INTEGER NOT NULL DEFAULT 0 CHECK (shows_human IN (0, 1));
