-- A number that every public change raises, in the transaction that makes it: what was answered
-- under another number may be out of date. These are the tables that public reads look at.
CREATE TABLE content_version (version INTEGER NOT NULL);

INSERT INTO content_version (version) VALUES (1);

CREATE TRIGGER authors_insert_is_public AFTER INSERT ON authors BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER authors_update_is_public AFTER UPDATE ON authors BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER authors_delete_is_public AFTER DELETE ON authors BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER author_slugs_insert_is_public AFTER INSERT ON author_slugs BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER author_slugs_update_is_public AFTER UPDATE ON author_slugs BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER author_slugs_delete_is_public AFTER DELETE ON author_slugs BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER author_texts_insert_is_public AFTER INSERT ON author_texts BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER author_texts_update_is_public AFTER UPDATE ON author_texts BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER author_texts_delete_is_public AFTER DELETE ON author_texts BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publications_insert_is_public AFTER INSERT ON publications BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publications_update_is_public AFTER UPDATE ON publications BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publications_delete_is_public AFTER DELETE ON publications BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publication_bodies_insert_is_public AFTER INSERT ON publication_bodies BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publication_bodies_update_is_public AFTER UPDATE ON publication_bodies BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publication_bodies_delete_is_public AFTER DELETE ON publication_bodies BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publication_tags_insert_is_public AFTER INSERT ON publication_tags BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publication_tags_update_is_public AFTER UPDATE ON publication_tags BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER publication_tags_delete_is_public AFTER DELETE ON publication_tags BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER piece_slugs_insert_is_public AFTER INSERT ON piece_slugs BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER piece_slugs_update_is_public AFTER UPDATE ON piece_slugs BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER piece_slugs_delete_is_public AFTER DELETE ON piece_slugs BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER piece_texts_insert_is_public AFTER INSERT ON piece_texts BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER piece_texts_update_is_public AFTER UPDATE ON piece_texts BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER piece_texts_delete_is_public AFTER DELETE ON piece_texts BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER products_insert_is_public AFTER INSERT ON products BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER products_update_is_public AFTER UPDATE ON products BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER products_delete_is_public AFTER DELETE ON products BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER product_pieces_insert_is_public AFTER INSERT ON product_pieces BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER product_pieces_update_is_public AFTER UPDATE ON product_pieces BEGIN
  UPDATE content_version SET version = version + 1;
END;

CREATE TRIGGER product_pieces_delete_is_public AFTER DELETE ON product_pieces BEGIN
  UPDATE content_version SET version = version + 1;
END;
