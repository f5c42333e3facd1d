-- Headlines and standfirsts once more, beside what a search can be narrowed by, in one index: those that have a
-- word and fit a filter are found there, and none of the many others is looked at.
-- (With a large archive this takes longer than other statements may.)
SET LOCAL statement_timeout = 0;

-- Another process may still publish: what it writes from now on waits for the triggers.
LOCK TABLE piece_texts, search_backlog IN SHARE ROW EXCLUSIVE MODE;

-- The functions scan no table: a connection that was there while it was empty would do so ever after.

-- Of the publication at a position; none where there is no publication.
CREATE FUNCTION search_facets(place BIGINT) RETURNS text[] LANGUAGE sql STABLE
  SET enable_seqscan = off AS $$
  SELECT coalesce((
    SELECT ARRAY['author:' || p.author_id, 'locale:' || p.locale, 'month:' || left(p.published_at, 7)]
      || ARRAY(SELECT 'tag:' || g.tag FROM publication_tags g WHERE g.piece_id = p.piece_id ORDER BY g.tag)
    FROM publications p WHERE p.position = place
  ), '{}')
$$;

CREATE TABLE piece_heads (
  position BIGINT PRIMARY KEY,
  headline TEXT NOT NULL,
  sub TEXT NOT NULL,
  facets text[] COLLATE "C" NOT NULL
);

INSERT INTO piece_heads (position, headline, sub, facets)
  SELECT position, headline, sub, search_facets(position) FROM piece_texts ORDER BY position;

CREATE INDEX piece_heads_index ON piece_heads USING gin (headline gin_trgm_ops, sub gin_trgm_ops, facets);

-- A text is written after its publication.
CREATE FUNCTION put_piece_heads() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM piece_heads WHERE position = OLD.position;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO piece_heads (position, headline, sub, facets)
      VALUES (NEW.position, NEW.headline, NEW.sub, search_facets(NEW.position));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER piece_texts_have_heads AFTER INSERT OR UPDATE OR DELETE ON piece_texts
  FOR EACH ROW EXECUTE FUNCTION put_piece_heads();

-- A text that was left behind may be the same, and of another piece by now. (Row by row, by its position: joined with
-- all that are done, the facets of every piece there is would be worked out each time.)
CREATE FUNCTION renew_search_facets() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$ BEGIN
  UPDATE piece_heads SET facets = search_facets(position)
  WHERE position = OLD.position AND facets <> search_facets(position);
  RETURN NULL;
END $$;

CREATE TRIGGER search_backlog_renews_facets AFTER DELETE ON search_backlog
  FOR EACH ROW EXECUTE FUNCTION renew_search_facets();

ANALYZE piece_heads;
