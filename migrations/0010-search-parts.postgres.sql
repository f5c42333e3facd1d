-- Bodies are searched in parts of 500 characters, each with the first 100 of the next. Common trigrams
-- are in every long text but together in few short ones, so that hardly anything but the right place
-- is left to look at; and a part is short enough to stand in its row, where nothing has to be
-- fetched and unpacked first.
-- (With a large archive this takes minutes, which no other statement may.)
SET LOCAL statement_timeout = 0;

CREATE TABLE piece_parts (
  id BIGINT PRIMARY KEY,
  part TEXT NOT NULL
);

INSERT INTO piece_parts (id, part)
  SELECT position * 1000 + n, substr(body, n * 500 + 1, 600)
  FROM piece_texts CROSS JOIN LATERAL generate_series(0, (length(body) + 499) / 500 - 1) AS n;

DROP INDEX piece_bodies_index;

CREATE INDEX piece_bodies_index ON piece_parts USING gin (part gin_trgm_ops);

CREATE FUNCTION put_piece_parts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM piece_parts WHERE id BETWEEN OLD.position * 1000 AND OLD.position * 1000 + 999;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO piece_parts (id, part)
      SELECT NEW.position * 1000 + n, substr(NEW.body, n * 500 + 1, 600)
      FROM generate_series(0, (length(NEW.body) + 499) / 500 - 1) AS n;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER piece_texts_written AFTER INSERT OR UPDATE OR DELETE ON piece_texts
  FOR EACH ROW EXECUTE FUNCTION put_piece_parts();

ANALYZE piece_parts;
