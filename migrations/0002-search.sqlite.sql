-- Search on SQLite: the folded text of every publication, and trigram indexes over it.
-- The indexes have no text of their own; triggers keep them in step with the tables they index.

CREATE TABLE piece_texts (
  position INTEGER PRIMARY KEY,
  headline TEXT NOT NULL,
  sub TEXT NOT NULL,
  body TEXT NOT NULL
);

-- Headline and standfirst are short, so their index keeps positions and answers phrases exactly.
CREATE VIRTUAL TABLE piece_heads_index USING fts5 (
  headline, sub,
  content='piece_texts', content_rowid='position',
  tokenize='trigram case_sensitive 1', detail='full'
);

-- A body is indexed in parts of 500 characters, each with the first 100 of the next. Common trigrams
-- are in every long text but together in few short ones, so that hardly anything but the right
-- place is left to look at.
CREATE TABLE part_numbers (n INTEGER PRIMARY KEY);

INSERT INTO part_numbers
  WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 999)
  SELECT n FROM numbers;

CREATE VIEW piece_parts AS
  SELECT position * 1000 + n AS id, substr(body, n * 500 + 1, 600) AS part
  FROM piece_texts JOIN part_numbers ON n < (length(body) + 499) / 500;

-- This index only says which trigrams a part has; the text itself settles the match.
CREATE VIRTUAL TABLE piece_bodies_index USING fts5 (
  part,
  content='piece_parts', content_rowid='id',
  tokenize='trigram case_sensitive 1', detail='none'
);

CREATE TRIGGER piece_texts_added AFTER INSERT ON piece_texts BEGIN
  INSERT INTO piece_heads_index (rowid, headline, sub) VALUES (new.position, new.headline, new.sub);
  INSERT INTO piece_bodies_index (rowid, part)
    SELECT new.position * 1000 + n, substr(new.body, n * 500 + 1, 600)
    FROM part_numbers WHERE n < (length(new.body) + 499) / 500;
END;

CREATE TRIGGER piece_texts_removed AFTER DELETE ON piece_texts BEGIN
  INSERT INTO piece_heads_index (piece_heads_index, rowid, headline, sub)
    VALUES ('delete', old.position, old.headline, old.sub);
  INSERT INTO piece_bodies_index (piece_bodies_index, rowid, part)
    SELECT 'delete', old.position * 1000 + n, substr(old.body, n * 500 + 1, 600)
    FROM part_numbers WHERE n < (length(old.body) + 499) / 500;
END;

CREATE TRIGGER piece_texts_changed AFTER UPDATE ON piece_texts BEGIN
  INSERT INTO piece_heads_index (piece_heads_index, rowid, headline, sub)
    VALUES ('delete', old.position, old.headline, old.sub);
  INSERT INTO piece_bodies_index (piece_bodies_index, rowid, part)
    SELECT 'delete', old.position * 1000 + n, substr(old.body, n * 500 + 1, 600)
    FROM part_numbers WHERE n < (length(old.body) + 499) / 500;
  INSERT INTO piece_heads_index (rowid, headline, sub) VALUES (new.position, new.headline, new.sub);
  INSERT INTO piece_bodies_index (rowid, part)
    SELECT new.position * 1000 + n, substr(new.body, n * 500 + 1, 600)
    FROM part_numbers WHERE n < (length(new.body) + 499) / 500;
END;

CREATE TABLE author_texts (
  id INTEGER PRIMARY KEY,
  author_id TEXT NOT NULL UNIQUE REFERENCES authors (id),
  folded TEXT NOT NULL
);

CREATE VIRTUAL TABLE author_texts_index USING fts5 (
  folded,
  content='author_texts', content_rowid='id',
  tokenize='trigram case_sensitive 1', detail='full'
);

CREATE TRIGGER author_texts_added AFTER INSERT ON author_texts BEGIN
  INSERT INTO author_texts_index (rowid, folded) VALUES (new.id, new.folded);
END;

CREATE TRIGGER author_texts_removed AFTER DELETE ON author_texts BEGIN
  INSERT INTO author_texts_index (author_texts_index, rowid, folded)
    VALUES ('delete', old.id, old.folded);
END;

CREATE TRIGGER author_texts_changed AFTER UPDATE ON author_texts BEGIN
  INSERT INTO author_texts_index (author_texts_index, rowid, folded)
    VALUES ('delete', old.id, old.folded);
  INSERT INTO author_texts_index (rowid, folded) VALUES (new.id, new.folded);
END;
