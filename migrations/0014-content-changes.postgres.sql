-- Every public change names the topics that it touches, to all who listen, when its transaction is committed: what
-- was answered from one of them may be out of date. These are the tables that public reads look at;
-- src/store/topics/topics.ts says what each topic stands for. What suspends a writer, or touches more than can be said,
-- touches everything.

DROP TRIGGER authors_is_public ON authors;

DROP TRIGGER author_slugs_is_public ON author_slugs;

DROP TRIGGER author_texts_is_public ON author_texts;

DROP TRIGGER publications_is_public ON publications;

DROP TRIGGER publication_bodies_is_public ON publication_bodies;

DROP TRIGGER publication_tags_is_public ON publication_tags;

DROP TRIGGER piece_slugs_is_public ON piece_slugs;

DROP TRIGGER piece_texts_is_public ON piece_texts;

DROP TRIGGER products_is_public ON products;

DROP TRIGGER product_pieces_is_public ON product_pieces;

DROP FUNCTION tell_of_public_change();

-- A notification has room for 8,000 bytes.
CREATE FUNCTION tell_of_topics(topics text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told text := array_to_string(topics, chr(10));
BEGIN
  IF cardinality(topics) = 0 THEN RETURN; END IF;
  PERFORM pg_notify('standfirst_content',
    CASE WHEN cardinality(topics) > 150 OR octet_length(told) > 7000 THEN 'everything' ELSE told END);
END $$;

CREATE FUNCTION everything_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_topics(ARRAY['everything']);
  RETURN NULL;
END $$;

-- Each of the following looks at the rows as they were or as they are; of an update, once at each.

CREATE FUNCTION authors_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('author:' || c.id), ('byline:' || c.slug)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION authors_change_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM after LIMIT 51) AS c) > 50
    OR EXISTS (
      SELECT FROM before b LEFT JOIN after a ON a.id = b.id
      WHERE a.id IS NULL OR a.suspended_at IS DISTINCT FROM b.suspended_at
    )
  THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT 'author:' || a.id FROM after a
    UNION
    SELECT 'byline:' || t.slug
    FROM before b JOIN after a ON a.id = b.id, LATERAL (VALUES (a.slug), (b.slug)) AS t (slug)
    WHERE (a.slug, a.name, a.avatar_url, a.identity_verified)
      IS DISTINCT FROM (b.slug, b.name, b.avatar_url, b.identity_verified)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION author_slugs_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('slug:' || c.slug)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION author_texts_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_topics(ARRAY(
    SELECT 'search' FROM changed LIMIT 1
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION publications_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES 
      ('pieces'),
      ('piece:' || c.piece_id),
      ('pieces-of:' || c.author_id),
      ('category:' || c.category)
    ) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION publication_bodies_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('piece:' || c.piece_id)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION publication_tags_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('tag:' || c.tag)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION piece_slugs_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('piece-slug:' || c.author_id || '/' || c.slug)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION piece_texts_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_topics(ARRAY(
    SELECT 'search' FROM changed LIMIT 1
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION products_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('products'), ('products-of:' || c.seller_id)) AS t (topic)
    UNION
    SELECT 'piece-products:' || r.piece_id
    FROM changed c JOIN product_pieces r ON r.product_id = c.id
  ));
  RETURN NULL;
END $$;

CREATE FUNCTION product_pieces_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM changed LIMIT 51) AS c) > 50 THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT DISTINCT topic
    FROM changed c, LATERAL (VALUES ('product-pieces:' || c.product_id), ('piece-products:' || c.piece_id)) AS t (topic)
  ));
  RETURN NULL;
END $$;

CREATE TRIGGER authors_insert_is_public AFTER INSERT ON authors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION authors_is_public();

CREATE TRIGGER authors_update_is_public AFTER UPDATE ON authors
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION authors_change_is_public();

CREATE TRIGGER authors_delete_is_public AFTER DELETE ON authors
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION authors_is_public();

CREATE TRIGGER authors_truncate_is_public AFTER TRUNCATE ON authors
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER author_slugs_insert_is_public AFTER INSERT ON author_slugs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION author_slugs_is_public();

CREATE TRIGGER author_slugs_update_from_is_public AFTER UPDATE ON author_slugs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION author_slugs_is_public();

CREATE TRIGGER author_slugs_update_to_is_public AFTER UPDATE ON author_slugs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION author_slugs_is_public();

CREATE TRIGGER author_slugs_delete_is_public AFTER DELETE ON author_slugs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION author_slugs_is_public();

CREATE TRIGGER author_slugs_truncate_is_public AFTER TRUNCATE ON author_slugs
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER author_texts_insert_is_public AFTER INSERT ON author_texts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION author_texts_is_public();

CREATE TRIGGER author_texts_update_from_is_public AFTER UPDATE ON author_texts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION author_texts_is_public();

CREATE TRIGGER author_texts_update_to_is_public AFTER UPDATE ON author_texts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION author_texts_is_public();

CREATE TRIGGER author_texts_delete_is_public AFTER DELETE ON author_texts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION author_texts_is_public();

CREATE TRIGGER author_texts_truncate_is_public AFTER TRUNCATE ON author_texts
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER publications_insert_is_public AFTER INSERT ON publications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publications_is_public();

CREATE TRIGGER publications_update_from_is_public AFTER UPDATE ON publications
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publications_is_public();

CREATE TRIGGER publications_update_to_is_public AFTER UPDATE ON publications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publications_is_public();

-- Another order may bring others into any list.
CREATE TRIGGER publications_move_is_public AFTER UPDATE OF position ON publications
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER publications_delete_is_public AFTER DELETE ON publications
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publications_is_public();

CREATE TRIGGER publications_truncate_is_public AFTER TRUNCATE ON publications
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER publication_bodies_insert_is_public AFTER INSERT ON publication_bodies
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publication_bodies_is_public();

CREATE TRIGGER publication_bodies_update_from_is_public AFTER UPDATE ON publication_bodies
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publication_bodies_is_public();

CREATE TRIGGER publication_bodies_update_to_is_public AFTER UPDATE ON publication_bodies
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publication_bodies_is_public();

CREATE TRIGGER publication_bodies_delete_is_public AFTER DELETE ON publication_bodies
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publication_bodies_is_public();

CREATE TRIGGER publication_bodies_truncate_is_public AFTER TRUNCATE ON publication_bodies
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER publication_tags_insert_is_public AFTER INSERT ON publication_tags
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publication_tags_is_public();

CREATE TRIGGER publication_tags_update_from_is_public AFTER UPDATE ON publication_tags
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publication_tags_is_public();

CREATE TRIGGER publication_tags_update_to_is_public AFTER UPDATE ON publication_tags
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publication_tags_is_public();

CREATE TRIGGER publication_tags_delete_is_public AFTER DELETE ON publication_tags
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publication_tags_is_public();

CREATE TRIGGER publication_tags_truncate_is_public AFTER TRUNCATE ON publication_tags
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER piece_slugs_insert_is_public AFTER INSERT ON piece_slugs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION piece_slugs_is_public();

CREATE TRIGGER piece_slugs_update_from_is_public AFTER UPDATE ON piece_slugs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION piece_slugs_is_public();

CREATE TRIGGER piece_slugs_update_to_is_public AFTER UPDATE ON piece_slugs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION piece_slugs_is_public();

CREATE TRIGGER piece_slugs_delete_is_public AFTER DELETE ON piece_slugs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION piece_slugs_is_public();

CREATE TRIGGER piece_slugs_truncate_is_public AFTER TRUNCATE ON piece_slugs
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER piece_texts_insert_is_public AFTER INSERT ON piece_texts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION piece_texts_is_public();

CREATE TRIGGER piece_texts_update_from_is_public AFTER UPDATE ON piece_texts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION piece_texts_is_public();

CREATE TRIGGER piece_texts_update_to_is_public AFTER UPDATE ON piece_texts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION piece_texts_is_public();

CREATE TRIGGER piece_texts_delete_is_public AFTER DELETE ON piece_texts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION piece_texts_is_public();

CREATE TRIGGER piece_texts_truncate_is_public AFTER TRUNCATE ON piece_texts
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER products_insert_is_public AFTER INSERT ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION products_is_public();

CREATE TRIGGER products_update_from_is_public AFTER UPDATE ON products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION products_is_public();

CREATE TRIGGER products_update_to_is_public AFTER UPDATE ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION products_is_public();

CREATE TRIGGER products_delete_is_public AFTER DELETE ON products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION products_is_public();

CREATE TRIGGER products_truncate_is_public AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();

CREATE TRIGGER product_pieces_insert_is_public AFTER INSERT ON product_pieces
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_pieces_is_public();

CREATE TRIGGER product_pieces_update_from_is_public AFTER UPDATE ON product_pieces
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_pieces_is_public();

CREATE TRIGGER product_pieces_update_to_is_public AFTER UPDATE ON product_pieces
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_pieces_is_public();

CREATE TRIGGER product_pieces_delete_is_public AFTER DELETE ON product_pieces
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_pieces_is_public();

CREATE TRIGGER product_pieces_truncate_is_public AFTER TRUNCATE ON product_pieces
  FOR EACH STATEMENT EXECUTE FUNCTION everything_is_public();
