-- What the authorization server remembers: clients that registered themselves, consents being given, codes, tokens
-- and grants, each as the JSON that it gave, under the hash of its id. The id of a token is the token itself, so that
-- neither stands here. What ends a grant deletes its rows.
CREATE TABLE oauth_records (
  kind TEXT NOT NULL,
  hash TEXT NOT NULL,
  payload TEXT NOT NULL,
  -- Of the id of the grant, for what was issued by one.
  grant_hash TEXT,
  account_id TEXT REFERENCES accounts (id),
  client_id TEXT,
  created_at TEXT NOT NULL,
  -- Null for what stays: clients, which are swept by their use.
  expires_at TEXT,
  consumed_at TEXT,
  PRIMARY KEY (kind, hash)
);

CREATE INDEX oauth_records_by_grant ON oauth_records (grant_hash) WHERE grant_hash IS NOT NULL;

CREATE INDEX oauth_records_by_app ON oauth_records (account_id, client_id) WHERE account_id IS NOT NULL;

CREATE INDEX oauth_records_by_client ON oauth_records (client_id) WHERE client_id IS NOT NULL;

CREATE INDEX oauth_records_by_end ON oauth_records (expires_at) WHERE expires_at IS NOT NULL;

-- The apps that a writer has connected: what they are called, and what they were allowed when it was last confirmed.
-- A row stays when its app is disconnected, for the versions that name it, and works again once it is confirmed again.
CREATE TABLE connected_apps (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  redirect_host TEXT NOT NULL,
  scope TEXT NOT NULL,
  connected_at TEXT NOT NULL,
  last_used_at TEXT,
  disconnected_at TEXT,
  UNIQUE (account_id, client_id)
);

-- Which drafts came from a program.
CREATE INDEX piece_versions_by_app ON piece_versions (saved_by_id, piece_id) WHERE saved_by_kind = 'app' AND number = 1;

-- A proposal can be an app's.
ALTER TABLE piece_proposals ADD COLUMN key_kind TEXT NOT NULL DEFAULT 'key' CHECK (key_kind IN ('key', 'app'));

-- And so can a reply.
CREATE TABLE replies_of_all (
  piece_id TEXT NOT NULL,
  note_number INTEGER NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  by_kind TEXT NOT NULL CHECK (by_kind IN ('key', 'app', 'writer', 'reviewer')),
  by_name TEXT NOT NULL,
  by_id TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (piece_id, note_number, number),
  FOREIGN KEY (piece_id, note_number) REFERENCES piece_notes (piece_id, number) ON DELETE CASCADE
);

INSERT INTO replies_of_all (piece_id, note_number, number, id, body, by_kind, by_name, by_id, created_at)
SELECT piece_id, note_number, number, id, body, by_kind, by_name, by_id, created_at FROM note_replies;

DROP TABLE note_replies;

ALTER TABLE replies_of_all RENAME TO note_replies;

-- What is sent twice is done once for apps too: key_id is the id of a key or of a connection.
CREATE TABLE answers_of_all (
  key_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  body TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (key_id, idempotency_key)
);

INSERT INTO answers_of_all (key_id, idempotency_key, body_hash, body, created_at)
SELECT key_id, idempotency_key, body_hash, body, created_at FROM idempotent_answers;

DROP TABLE idempotent_answers;

ALTER TABLE answers_of_all RENAME TO idempotent_answers;

CREATE INDEX idempotent_answers_by_age ON idempotent_answers (created_at);
