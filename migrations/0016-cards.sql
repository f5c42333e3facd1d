-- The cards of a version: what other sites said of the URLs that stand alone on a line of its text,
-- as a JSON list. They are stored with the version and shown with it; publishing fetches nothing.
ALTER TABLE piece_versions ADD COLUMN cards TEXT NOT NULL DEFAULT '[]';

-- What a writer's editor has fetched, for the next version that they save.
CREATE TABLE fetched_cards (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  card TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  PRIMARY KEY (account_id, url)
);
