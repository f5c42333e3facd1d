-- Long texts are stored as most readers get them, as JSON strings, with what is asked of them at each
-- reading: an ETag, how long they take to read (0: not worked out yet), and whether the HTML is the same
-- anywhere (0 also where that is not known). Whatever is not known yet is worked out at reading.

ALTER TABLE publication_bodies RENAME COLUMN html TO html_json;

ALTER TABLE publication_bodies RENAME COLUMN text TO text_json;

ALTER TABLE publication_bodies ADD COLUMN etag TEXT NOT NULL DEFAULT '';

ALTER TABLE publication_bodies ADD COLUMN minutes INTEGER NOT NULL DEFAULT 0;

ALTER TABLE publication_bodies ADD COLUMN is_portable INTEGER NOT NULL DEFAULT 0 CHECK (is_portable IN (0, 1));

UPDATE publication_bodies SET
  html_json = to_json(html_json)::text,
  text_json = to_json(text_json)::text,
  etag = left(md5(html_json || text_json), 22);

-- Whoever changes a text by hand need not know how its ETag is made.
CREATE FUNCTION publication_bodies_without_etag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.etag = '';
  RETURN NEW;
END $$;

CREATE TRIGGER publication_bodies_without_etag BEFORE UPDATE OF html_json, text_json ON publication_bodies
  FOR EACH ROW WHEN (NEW.etag = OLD.etag) EXECUTE FUNCTION publication_bodies_without_etag();

-- With what the page of the next piece and of the one before show of a piece, so that nothing else is read for it.

DROP INDEX publications_by_author;

CREATE INDEX publications_by_author ON publications (author_id, position, slug, locale, headline);
