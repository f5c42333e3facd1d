-- (With a large archive this takes longer than other statements may.)
SET LOCAL statement_timeout = 0;

-- Lists by language and by time.
CREATE INDEX publications_by_locale ON publications (locale, position);

CREATE INDEX publications_by_time ON publications (published_at, position);

-- What search looks at is folded by new rules: typographic quotes, apostrophes, dashes and no-break spaces as plain
-- ones, and İ as i. Every piece goes on the backlog, which is worked off in small steps while the service runs. Until
-- then search looks at the text that is there: it is that of the piece, folded by the rules of before.
ALTER TABLE search_backlog ADD COLUMN is_searchable INTEGER NOT NULL DEFAULT 0 CHECK (is_searchable IN (0, 1));

INSERT INTO search_backlog (position, is_searchable)
  SELECT position, 1 FROM piece_texts ON CONFLICT DO NOTHING;

ANALYZE search_backlog;

-- The texts of authors and products are short.
UPDATE author_texts SET folded = refolded.plain
  FROM (
    SELECT author_id, replace(translate(folded,
      U&'\2018\2019\201A\201B\02BC\2039\203A\201C\201D\201E\201F\00AB\00BB'
        || U&'\2010\2011\2012\2013\2014\2015\2212\00A0\2007\202F',
      repeat('''', 7) || repeat('"', 6) || repeat('-', 7) || repeat(' ', 3)), U&'i\0307', 'i') AS plain FROM author_texts
  ) AS refolded
  WHERE refolded.author_id = author_texts.author_id AND refolded.plain <> author_texts.folded;

UPDATE products SET search_text = refolded.plain
  FROM (
    SELECT id, replace(translate(search_text,
      U&'\2018\2019\201A\201B\02BC\2039\203A\201C\201D\201E\201F\00AB\00BB'
        || U&'\2010\2011\2012\2013\2014\2015\2212\00A0\2007\202F',
      repeat('''', 7) || repeat('"', 6) || repeat('-', 7) || repeat(' ', 3)), U&'i\0307', 'i') AS plain FROM products
  ) AS refolded
  WHERE refolded.id = products.id AND refolded.plain <> products.search_text;

-- A writer's search at the desk writes their own again.
DELETE FROM working_texts;
