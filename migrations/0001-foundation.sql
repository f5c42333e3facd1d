-- The tables of the service, in the SQL that SQLite and PostgreSQL share.
-- TEXT is compared by code point in both databases (the runner adds the collation on PostgreSQL).
-- Times are RFC 3339 in UTC with milliseconds, so their text order is their time order.
-- Yes and no are 1 and 0. Each statement ends with a semicolon.

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- A person who can sign in. Without an e-mail address: imported, and not yet given one.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  email TEXT UNIQUE,
  password_hash TEXT,
  is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
  created_at TEXT NOT NULL
);

-- The same person as the public sees them; one author an account, under the same id.
CREATE TABLE authors (
  id TEXT PRIMARY KEY REFERENCES accounts (id),
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  bio TEXT,
  role TEXT,
  niche TEXT,
  location TEXT,
  avatar_url TEXT,
  website TEXT,
  identity_verified INTEGER NOT NULL DEFAULT 0 CHECK (identity_verified IN (0, 1)),
  website_verified INTEGER NOT NULL DEFAULT 0 CHECK (website_verified IN (0, 1)),
  socials TEXT NOT NULL DEFAULT '{}',
  joined_at TEXT NOT NULL,
  suspended_at TEXT,
  pieces_count INTEGER NOT NULL DEFAULT 0,
  last_published_at TEXT
);

CREATE INDEX authors_by_rank
  ON authors (identity_verified DESC, pieces_count DESC, name, slug)
  WHERE suspended_at IS NULL;

-- Every slug an author has or had; none is ever given to somebody else.
CREATE TABLE author_slugs (
  slug TEXT PRIMARY KEY,
  author_id TEXT NOT NULL REFERENCES authors (id),
  since TEXT NOT NULL
);

CREATE INDEX author_slugs_by_author ON author_slugs (author_id, since);

-- A piece and where it stands. Its words are in piece_versions: the working copy is one of them,
-- and so is what is live. position is its place in the order of first publications, from 1: newer
-- is higher, and a piece that was unpublished keeps its place.
CREATE TABLE pieces (
  id TEXT PRIMARY KEY,
  author_id TEXT NOT NULL REFERENCES authors (id),
  status TEXT NOT NULL
    CHECK (status IN ('draft', 'pending', 'approved', 'rejected', 'changes_requested')),
  slug TEXT,
  working_version INTEGER NOT NULL,
  live_version INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  published_at TEXT,
  modified_at TEXT,
  publisher_id TEXT REFERENCES accounts (id),
  position BIGINT UNIQUE,
  CONSTRAINT approved_has_publisher_and_time CHECK (
    status <> 'approved' OR (
      publisher_id IS NOT NULL AND published_at IS NOT NULL AND modified_at IS NOT NULL
      AND live_version IS NOT NULL AND slug IS NOT NULL AND position IS NOT NULL
    )
  )
);

CREATE INDEX pieces_by_author ON pieces (author_id, created_at, id);

CREATE INDEX pieces_by_creation ON pieces (created_at, id);

-- Every saved state of a piece, and whether its writer or a key (and which) saved it.
CREATE TABLE piece_versions (
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  headline TEXT NOT NULL,
  sub TEXT,
  category TEXT NOT NULL,
  tags TEXT NOT NULL,
  frame TEXT NOT NULL,
  style TEXT NOT NULL,
  locale TEXT NOT NULL,
  external_url TEXT,
  saved_at TEXT NOT NULL,
  saved_by_kind TEXT NOT NULL,
  saved_by_name TEXT NOT NULL,
  saved_by_id TEXT,
  origin TEXT NOT NULL,
  body_md TEXT NOT NULL,
  PRIMARY KEY (piece_id, number)
);

-- Every slug a piece has or had under its author.
CREATE TABLE piece_slugs (
  author_id TEXT NOT NULL REFERENCES authors (id),
  slug TEXT NOT NULL,
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  since TEXT NOT NULL,
  PRIMARY KEY (author_id, slug)
);

CREATE INDEX piece_slugs_by_piece ON piece_slugs (piece_id, since);

-- The state log: who moved a piece, when, from where to where, and from which session.
CREATE TABLE piece_moves (
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  act TEXT NOT NULL,
  from_status TEXT,
  to_status TEXT NOT NULL,
  by_kind TEXT NOT NULL,
  by_name TEXT NOT NULL,
  by_id TEXT,
  session_id TEXT,
  version INTEGER,
  note TEXT,
  PRIMARY KEY (piece_id, number)
);

-- What the public can see, ready to be sent: one row for each approved piece of a writer who is
-- not suspended, and no other. Public reads look at nothing else, so what is not here is not seen.
-- The long texts stand apart, so that lists read small rows.
CREATE TABLE publications (
  piece_id TEXT PRIMARY KEY REFERENCES pieces (id),
  position BIGINT NOT NULL UNIQUE,
  author_id TEXT NOT NULL REFERENCES authors (id),
  version INTEGER NOT NULL,
  slug TEXT NOT NULL,
  headline TEXT NOT NULL,
  sub TEXT,
  category TEXT NOT NULL,
  tags TEXT NOT NULL,
  style TEXT NOT NULL,
  locale TEXT NOT NULL,
  external_url TEXT,
  published_at TEXT NOT NULL,
  modified_at TEXT NOT NULL,
  summary TEXT NOT NULL
);

CREATE TABLE publication_bodies (
  piece_id TEXT PRIMARY KEY REFERENCES publications (piece_id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  html TEXT NOT NULL
);

CREATE INDEX publications_by_category ON publications (category, position);

CREATE INDEX publications_by_author ON publications (author_id, position);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  scope TEXT NOT NULL CHECK (scope IN ('pieces:write', 'pieces:read')),
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  expires_at TEXT,
  revoked_at TEXT
);

CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);

-- What was answered to a write that carried an Idempotency-Key.
CREATE TABLE idempotent_answers (
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  idempotency_key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  body TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (key_id, idempotency_key)
);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  user_agent TEXT NOT NULL,
  created_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX sessions_by_account ON sessions (account_id);

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
);

CREATE INDEX passkeys_by_account ON passkeys (account_id);

-- One-time addresses: the first account, a password reset. Only the hash of the token is kept.
CREATE TABLE account_tokens (
  hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  account_id TEXT REFERENCES accounts (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
);

CREATE TABLE products (
  id TEXT PRIMARY KEY,
  seller_id TEXT NOT NULL REFERENCES authors (id),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  price_amount BIGINT NOT NULL CHECK (price_amount >= 0),
  price_currency TEXT NOT NULL,
  category TEXT NOT NULL,
  payment_url TEXT NOT NULL,
  image_url TEXT,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  sort_order INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  search_text TEXT NOT NULL
);

CREATE INDEX products_by_seller ON products (seller_id, sort_order, created_at);

CREATE INDEX products_by_creation ON products (created_at, id);

CREATE TABLE product_pieces (
  product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  sort_order INTEGER NOT NULL,
  PRIMARY KEY (product_id, piece_id)
);

-- Readers of a piece, by hour. A reader is counted once a day for each piece: who was counted
-- today is in view_readers, as a hash salted anew each day.
CREATE TABLE view_hours (
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  hour TEXT NOT NULL,
  views INTEGER NOT NULL,
  PRIMARY KEY (piece_id, hour)
);

CREATE INDEX view_hours_by_hour ON view_hours (hour, piece_id, views);

CREATE TABLE view_readers (
  day TEXT NOT NULL,
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  reader TEXT NOT NULL,
  PRIMARY KEY (day, piece_id, reader)
);

CREATE TABLE webhooks (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  url TEXT NOT NULL,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_until TEXT,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  disabled_reason TEXT,
  failing_since TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

-- The outbox: written in the transaction that makes a piece public, worked off by the deliverer.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  piece_id TEXT,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'delivered', 'failed', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TEXT NOT NULL,
  leased_until TEXT,
  leased_by TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT
);

CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'due';

CREATE INDEX deliveries_by_account ON deliveries (account_id, created_at);

-- A piece is announced once, whatever happens to it later.
CREATE UNIQUE INDEX deliveries_once ON deliveries (piece_id) WHERE event = 'piece.published';

CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  status INTEGER,
  error TEXT,
  request_excerpt TEXT NOT NULL,
  response_excerpt TEXT,
  PRIMARY KEY (delivery_id, number)
);
