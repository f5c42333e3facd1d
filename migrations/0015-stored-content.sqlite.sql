-- Long texts are stored as most readers get them, as JSON strings, with what is asked of them at each
-- reading: an ETag, how long they take to read (0: not worked out yet), and whether the HTML is the same
-- anywhere (0 also where that is not known). Whatever is not known yet is worked out at reading.

ALTER TABLE publication_bodies RENAME COLUMN html TO html_json;

ALTER TABLE publication_bodies RENAME COLUMN text TO text_json;

ALTER TABLE publication_bodies ADD COLUMN etag TEXT NOT NULL DEFAULT '';

ALTER TABLE publication_bodies ADD COLUMN minutes INTEGER NOT NULL DEFAULT 0;

ALTER TABLE publication_bodies ADD COLUMN is_portable INTEGER NOT NULL DEFAULT 0 CHECK (is_portable IN (0, 1));

UPDATE publication_bodies SET
  html_json = json_quote(html_json),
  text_json = json_quote(text_json),
  etag = lower(hex(randomblob(11)));

-- Whoever changes a text by hand need not know how its ETag is made.
CREATE TRIGGER publication_bodies_without_etag AFTER UPDATE OF html_json, text_json ON publication_bodies
WHEN NEW.etag = OLD.etag AND NEW.etag <> '' BEGIN
  UPDATE publication_bodies SET etag = '' WHERE piece_id = NEW.piece_id;
END;

-- With what the page of the next piece and of the one before show of a piece, so that nothing else is read for it.

DROP INDEX publications_by_author;

CREATE INDEX publications_by_author ON publications (author_id, position, slug, locale, headline);
