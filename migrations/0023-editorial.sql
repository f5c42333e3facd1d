-- Since when the writer waits for a program to revise the piece; null where they don't.
ALTER TABLE pieces ADD COLUMN revision_asked_at TEXT;

-- What keys would change in a piece that isn't theirs to write in. Beside the versions, never one of them: what the
-- writer takes of a proposal is a version of the writer's own. The key may be gone, or of another service.
CREATE TABLE piece_proposals (
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  key_name TEXT NOT NULL,
  base_version INTEGER NOT NULL,
  proposed_at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'taken', 'declined', 'superseded')),
  decided_at TEXT,
  taken_version INTEGER,
  headline TEXT NOT NULL,
  sub TEXT,
  body_md TEXT NOT NULL,
  category TEXT NOT NULL,
  tags TEXT NOT NULL,
  frame TEXT NOT NULL,
  style TEXT NOT NULL,
  locale TEXT NOT NULL,
  external_url TEXT,
  CHECK ((status = 'open') = (decided_at IS NULL)),
  CHECK (taken_version IS NULL OR status = 'taken'),
  PRIMARY KEY (piece_id, number),
  UNIQUE (piece_id, id)
);

-- Notes on a piece, private to those who write and review it. A note with a quote is on those words of the version,
-- which are at start_at to end_at of the working copy (in UTF-16 units), or gone from it.
CREATE TABLE piece_notes (
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  exact TEXT,
  prefix TEXT,
  suffix TEXT,
  start_at INTEGER,
  end_at INTEGER,
  body TEXT NOT NULL,
  author_kind TEXT NOT NULL CHECK (author_kind IN ('writer', 'reviewer')),
  author_name TEXT NOT NULL,
  author_id TEXT,
  created_at TEXT NOT NULL,
  resolved_at TEXT,
  CHECK ((exact IS NULL) = (prefix IS NULL) AND (exact IS NULL) = (suffix IS NULL)),
  CHECK ((start_at IS NULL) = (end_at IS NULL)),
  CHECK (start_at IS NULL OR exact IS NOT NULL),
  PRIMARY KEY (piece_id, number),
  UNIQUE (piece_id, id)
);

CREATE TABLE note_replies (
  piece_id TEXT NOT NULL,
  note_number INTEGER NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  by_kind TEXT NOT NULL CHECK (by_kind IN ('key', 'writer', 'reviewer')),
  by_name TEXT NOT NULL,
  by_id TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (piece_id, note_number, number),
  FOREIGN KEY (piece_id, note_number) REFERENCES piece_notes (piece_id, number) ON DELETE CASCADE
);

-- The events, as JSON, that a webhook is sent beside piece.published.
ALTER TABLE webhooks ADD COLUMN events TEXT NOT NULL DEFAULT '[]';

