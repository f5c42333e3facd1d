-- Search on PostgreSQL: the folded text of every publication, and trigram indexes over it.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE piece_texts (
  position BIGINT PRIMARY KEY,
  headline TEXT NOT NULL,
  sub TEXT NOT NULL,
  body TEXT NOT NULL
);

CREATE INDEX piece_headlines_index ON piece_texts USING gin (headline gin_trgm_ops);

CREATE INDEX piece_subs_index ON piece_texts USING gin (sub gin_trgm_ops);

CREATE INDEX piece_bodies_index ON piece_texts USING gin (body gin_trgm_ops);

CREATE TABLE author_texts (
  author_id TEXT PRIMARY KEY REFERENCES authors (id),
  folded TEXT NOT NULL
);

CREATE INDEX author_texts_index ON author_texts USING gin (folded gin_trgm_ops);
