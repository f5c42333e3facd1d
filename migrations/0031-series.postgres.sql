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

CREATE FUNCTION series_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('series:' || c.id), ('series-of:' || c.author_id)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION series_slugs_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('series-slug:' || c.author_id || '/' || c.slug)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION series_parts_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('series:' || c.series_id), ('piece:' || c.piece_id)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE TRIGGER series_insert_is_public AFTER INSERT ON series
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_is_public();

CREATE TRIGGER series_update_from_is_public AFTER UPDATE ON series
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_is_public();

CREATE TRIGGER series_update_to_is_public AFTER UPDATE ON series
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_is_public();

CREATE TRIGGER series_delete_is_public AFTER DELETE ON series
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_is_public();

CREATE TRIGGER series_truncate_is_public AFTER TRUNCATE ON series
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER series_slugs_insert_is_public AFTER INSERT ON series_slugs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_slugs_is_public();

CREATE TRIGGER series_slugs_update_from_is_public AFTER UPDATE ON series_slugs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_slugs_is_public();

CREATE TRIGGER series_slugs_update_to_is_public AFTER UPDATE ON series_slugs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_slugs_is_public();

CREATE TRIGGER series_slugs_delete_is_public AFTER DELETE ON series_slugs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_slugs_is_public();

CREATE TRIGGER series_slugs_truncate_is_public AFTER TRUNCATE ON series_slugs
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER series_parts_insert_is_public AFTER INSERT ON series_parts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_parts_is_public();

CREATE TRIGGER series_parts_update_from_is_public AFTER UPDATE ON series_parts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_parts_is_public();

CREATE TRIGGER series_parts_update_to_is_public AFTER UPDATE ON series_parts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_parts_is_public();

CREATE TRIGGER series_parts_delete_is_public AFTER DELETE ON series_parts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION series_parts_is_public();

CREATE TRIGGER series_parts_truncate_is_public AFTER TRUNCATE ON series_parts
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();
