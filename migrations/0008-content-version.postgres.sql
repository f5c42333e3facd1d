-- Every public change is told to all who listen, when its transaction is committed: what they have
-- answered before may be out of date. These are the tables that public reads look at.
CREATE FUNCTION tell_of_public_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('standfirst_content', '');
  RETURN NULL;
END $$;

CREATE TRIGGER authors_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON authors
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER author_slugs_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON author_slugs
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER author_texts_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON author_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER publications_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON publications
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER publication_bodies_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON publication_bodies
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER publication_tags_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON publication_tags
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER piece_slugs_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON piece_slugs
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER piece_texts_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON piece_texts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER products_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();

CREATE TRIGGER product_pieces_is_public AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_pieces
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_public_change();
