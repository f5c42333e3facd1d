-- Accounts that are to be erased, or were. The row stays, without anything that tells whose account it was: an import or
-- a restored backup must not bring the account back.
CREATE TABLE erasures (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  asked_by TEXT NOT NULL CHECK (asked_by IN ('writer', 'admin', 'operator')),
  asked_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  -- What becomes of public pieces: kept under another name, or erased too.
  pieces TEXT NOT NULL CHECK (pieces IN ('keep', 'erase')),
  keep_as TEXT,
  begun_at TEXT,
  finished_at TEXT,
  CHECK ((pieces = 'keep') = (keep_as IS NOT NULL)),
  CHECK (finished_at IS NULL OR begun_at IS NOT NULL)
);

CREATE INDEX erasures_due ON erasures (due_at) WHERE finished_at IS NULL;

-- Hashes of the slugs that erased accounts had: nobody else gets one.
CREATE TABLE erased_slugs (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id)
);

CREATE INDEX erased_slugs_by_account ON erased_slugs (account_id);

-- What is left of an erased piece: its record, as JSON, with hashes and signatures, without a word or a name.
CREATE TABLE erased_pieces (
  piece_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  erased_at TEXT NOT NULL,
  record TEXT NOT NULL
);

CREATE INDEX erased_pieces_by_account ON erased_pieces (account_id);

-- Images that an erased account's texts named, until their files are removed.
CREATE TABLE erased_images (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  hash TEXT NOT NULL,
  PRIMARY KEY (account_id, hash)
);

-- Of an entry that says that names were erased: the hash of the record as it was after that.
ALTER TABLE piece_moves ADD COLUMN erased_hash TEXT;
