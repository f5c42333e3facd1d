-- A series: pieces of one writer in an order of the writer's own. What the public sees of it is worked out from
-- publications, so that a part that is not public is in no list, no count and no link. It is changed at the desk alone.
CREATE TABLE series (
  id TEXT PRIMARY KEY,
  author_id TEXT NOT NULL REFERENCES authors (id),
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE INDEX series_by_author ON series (author_id, created_at);

-- Every slug that a series has or had: an old one leads to the new one.
CREATE TABLE series_slugs (
  author_id TEXT NOT NULL REFERENCES authors (id),
  slug TEXT NOT NULL,
  series_id TEXT NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  PRIMARY KEY (author_id, slug)
);

CREATE INDEX series_slugs_by_series ON series_slugs (series_id);

-- A piece is in one series at most.
CREATE TABLE series_parts (
  piece_id TEXT PRIMARY KEY REFERENCES pieces (id) ON DELETE CASCADE,
  series_id TEXT NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  sort_order INTEGER NOT NULL
);

CREATE INDEX series_parts_in_order ON series_parts (series_id, sort_order);

CREATE TRIGGER series_insert_is_public AFTER INSERT ON series BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'series:' || NEW.id || char(10)
    || 'series-of:' || NEW.author_id
  );
END;

CREATE TRIGGER series_update_is_public AFTER UPDATE ON series BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'series:' || OLD.id || char(10)
    || 'series-of:' || OLD.author_id || char(10)
    || 'series:' || NEW.id || char(10)
    || 'series-of:' || NEW.author_id
  );
END;

CREATE TRIGGER series_delete_is_public AFTER DELETE ON series BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'series:' || OLD.id || char(10)
    || 'series-of:' || OLD.author_id
  );
END;

CREATE TRIGGER series_slugs_insert_is_public AFTER INSERT ON series_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('series-slug:' || NEW.author_id || '/' || NEW.slug);
END;

CREATE TRIGGER series_slugs_update_is_public AFTER UPDATE ON series_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'series-slug:' || OLD.author_id || '/' || OLD.slug || char(10)
    || 'series-slug:' || NEW.author_id || '/' || NEW.slug
  );
END;

CREATE TRIGGER series_slugs_delete_is_public AFTER DELETE ON series_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('series-slug:' || OLD.author_id || '/' || OLD.slug);
END;

CREATE TRIGGER series_parts_insert_is_public AFTER INSERT ON series_parts BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'series:' || NEW.series_id || char(10)
    || 'piece:' || NEW.piece_id
  );
END;

CREATE TRIGGER series_parts_update_is_public AFTER UPDATE ON series_parts BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'series:' || OLD.series_id || char(10)
    || 'piece:' || OLD.piece_id || char(10)
    || 'series:' || NEW.series_id || char(10)
    || 'piece:' || NEW.piece_id
  );
END;

CREATE TRIGGER series_parts_delete_is_public AFTER DELETE ON series_parts BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'series:' || OLD.series_id || char(10)
    || 'piece:' || OLD.piece_id
  );
END;
