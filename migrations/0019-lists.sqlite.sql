-- Lists by language and by time.
CREATE INDEX publications_by_locale ON publications (locale, position);

CREATE INDEX publications_by_time ON publications (published_at, position);

-- What search looks at is folded by new rules: typographic quotes, apostrophes, dashes and no-break spaces as plain
-- ones, and İ as i. Every piece goes on the backlog, which is worked off in small steps while the service runs. Until
-- then search looks at the text that is there: it is that of the piece, folded by the rules of before.
ALTER TABLE search_backlog ADD COLUMN is_searchable INTEGER NOT NULL DEFAULT 0 CHECK (is_searchable IN (0, 1));

INSERT INTO search_backlog (position, is_searchable)
  SELECT position, 1 FROM piece_texts WHERE true ON CONFLICT DO NOTHING;

-- The texts of authors and products are short.
CREATE TEMP TABLE signs (typographic TEXT NOT NULL, plain TEXT NOT NULL);

INSERT INTO signs VALUES
  (char(0x2018), ''''), (char(0x2019), ''''), (char(0x201A), ''''), (char(0x201B), ''''), (char(0x02BC), ''''),
  (char(0x2039), ''''), (char(0x203A), ''''),
  (char(0x201C), '"'), (char(0x201D), '"'), (char(0x201E), '"'), (char(0x201F), '"'), (char(0x00AB), '"'),
  (char(0x00BB), '"'),
  (char(0x2010), '-'), (char(0x2011), '-'), (char(0x2012), '-'), (char(0x2013), '-'), (char(0x2014), '-'),
  (char(0x2015), '-'), (char(0x2212), '-'),
  (char(0x00A0), ' '), (char(0x2007), ' '), (char(0x202F), ' '),
  ('i' || char(0x0307), 'i');

CREATE TEMP TABLE refolded AS
  WITH RECURSIVE
    texts (kind, id, folded) AS (
      SELECT 'author', author_id, folded FROM author_texts UNION ALL SELECT 'product', id, search_text FROM products
    ),
    steps (kind, id, folded, step) AS (
      SELECT kind, id, folded, 0 FROM texts
      WHERE EXISTS (SELECT 1 FROM signs WHERE instr(texts.folded, typographic) > 0)
      UNION ALL
      SELECT kind, id, replace(folded, typographic, plain), step + 1 FROM steps JOIN signs ON signs.rowid = step + 1
    )
  SELECT kind, id, folded FROM steps WHERE step = (SELECT count(*) FROM signs);

CREATE INDEX temp.refolded_by_id ON refolded (kind, id);

UPDATE author_texts SET folded = r.folded
  FROM refolded r WHERE r.kind = 'author' AND r.id = author_texts.author_id;

UPDATE products SET search_text = r.folded FROM refolded r WHERE r.kind = 'product' AND r.id = products.id;

DROP TABLE refolded;

DROP TABLE signs;

-- A writer's search at the desk writes their own again.
DELETE FROM working_texts;
