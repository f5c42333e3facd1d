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

-- The body's index only says which trigrams a body has; the text itself settles the match.
CREATE VIRTUAL TABLE piece_bodies_index USING fts5 (
  body,
  content='piece_texts', content_rowid='position',
  tokenize='trigram case_sensitive 1', detail='none'
);

CREATE TRIGGER piece_texts_added AFTER INSERT ON piece_texts BEGIN
  INSERT INTO piece_heads_index (rowid, headline, sub) VALUES (new.position, new.headline, new.sub);
  INSERT INTO piece_bodies_index (rowid, body) VALUES (new.position, new.body);
END;

CREATE TRIGGER piece_texts_removed AFTER DELETE ON piece_texts BEGIN
  INSERT INTO piece_heads_index (piece_heads_index, rowid, headline, sub)
    VALUES ('delete', old.position, old.headline, old.sub);
  INSERT INTO piece_bodies_index (piece_bodies_index, rowid, body)
    VALUES ('delete', old.position, old.body);
END;

CREATE TRIGGER piece_texts_changed AFTER UPDATE ON piece_texts BEGIN
  INSERT INTO piece_heads_index (piece_heads_index, rowid, headline, sub)
    VALUES ('delete', old.position, old.headline, old.sub);
  INSERT INTO piece_bodies_index (piece_bodies_index, rowid, body)
    VALUES ('delete', old.position, old.body);
  INSERT INTO piece_heads_index (rowid, headline, sub) VALUES (new.position, new.headline, new.sub);
  INSERT INTO piece_bodies_index (rowid, body) VALUES (new.position, new.body);
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
