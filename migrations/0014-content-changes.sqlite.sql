-- Every public change names the topics that it touches, in the transaction that makes it: what was answered from
-- one of them may be out of date. These are the tables that public reads look at; src/store/topics/topics.ts says what
-- each topic stands for. What suspends a writer, or touches more than can be said, touches everything.

DROP TRIGGER authors_insert_is_public;

DROP TRIGGER authors_update_is_public;

DROP TRIGGER authors_delete_is_public;

DROP TRIGGER author_slugs_insert_is_public;

DROP TRIGGER author_slugs_update_is_public;

DROP TRIGGER author_slugs_delete_is_public;

DROP TRIGGER author_texts_insert_is_public;

DROP TRIGGER author_texts_update_is_public;

DROP TRIGGER author_texts_delete_is_public;

DROP TRIGGER publications_insert_is_public;

DROP TRIGGER publications_update_is_public;

DROP TRIGGER publications_delete_is_public;

DROP TRIGGER publication_bodies_insert_is_public;

DROP TRIGGER publication_bodies_update_is_public;

DROP TRIGGER publication_bodies_delete_is_public;

DROP TRIGGER publication_tags_insert_is_public;

DROP TRIGGER publication_tags_update_is_public;

DROP TRIGGER publication_tags_delete_is_public;

DROP TRIGGER piece_slugs_insert_is_public;

DROP TRIGGER piece_slugs_update_is_public;

DROP TRIGGER piece_slugs_delete_is_public;

DROP TRIGGER piece_texts_insert_is_public;

DROP TRIGGER piece_texts_update_is_public;

DROP TRIGGER piece_texts_delete_is_public;

DROP TRIGGER products_insert_is_public;

DROP TRIGGER products_update_is_public;

DROP TRIGGER products_delete_is_public;

DROP TRIGGER product_pieces_insert_is_public;

DROP TRIGGER product_pieces_update_is_public;

DROP TRIGGER product_pieces_delete_is_public;

DROP TABLE content_version;

-- One row a change, its topics one to a line. A process reads those that came after the last one that it knows;
-- where that one is gone, it takes everything as changed.
CREATE TABLE content_changes (
  version INTEGER PRIMARY KEY,
  topics TEXT NOT NULL
);

INSERT INTO content_changes (version, topics) VALUES (1, 'everything');

CREATE TRIGGER content_changes_are_few AFTER INSERT ON content_changes WHEN NEW.version % 1000 = 0 BEGIN
  DELETE FROM content_changes WHERE version <= NEW.version - 10000;
END;

CREATE TRIGGER authors_insert_is_public AFTER INSERT ON authors BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'author:' || NEW.id || char(10)
    || 'byline:' || NEW.slug
  );
END;

CREATE TRIGGER authors_update_is_public AFTER UPDATE ON authors BEGIN
  INSERT INTO content_changes (topics) VALUES (
    CASE WHEN NEW.suspended_at IS NOT OLD.suspended_at OR NEW.id <> OLD.id THEN 'everything'
    ELSE 'author:' || NEW.id || CASE
      WHEN NEW.slug <> OLD.slug OR NEW.name <> OLD.name OR NEW.avatar_url IS NOT OLD.avatar_url
        OR NEW.identity_verified <> OLD.identity_verified
      THEN char(10) || 'byline:' || OLD.slug || char(10) || 'byline:' || NEW.slug
      ELSE '' END
    END
  );
END;

CREATE TRIGGER authors_delete_is_public AFTER DELETE ON authors BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'author:' || OLD.id || char(10)
    || 'byline:' || OLD.slug
  );
END;

CREATE TRIGGER author_slugs_insert_is_public AFTER INSERT ON author_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('slug:' || NEW.slug);
END;

CREATE TRIGGER author_slugs_update_is_public AFTER UPDATE ON author_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'slug:' || OLD.slug || char(10)
    || 'slug:' || NEW.slug
  );
END;

CREATE TRIGGER author_slugs_delete_is_public AFTER DELETE ON author_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('slug:' || OLD.slug);
END;

CREATE TRIGGER author_texts_insert_is_public AFTER INSERT ON author_texts BEGIN
  INSERT INTO content_changes (topics) VALUES ('search');
END;

CREATE TRIGGER author_texts_update_is_public AFTER UPDATE ON author_texts BEGIN
  INSERT INTO content_changes (topics) VALUES ('search');
END;

CREATE TRIGGER author_texts_delete_is_public AFTER DELETE ON author_texts BEGIN
  INSERT INTO content_changes (topics) VALUES ('search');
END;

CREATE TRIGGER publications_insert_is_public AFTER INSERT ON publications BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'pieces' || char(10)
    || 'piece:' || NEW.piece_id || char(10)
    || 'pieces-of:' || NEW.author_id || char(10)
    || 'category:' || NEW.category
  );
END;

CREATE TRIGGER publications_update_is_public AFTER UPDATE ON publications BEGIN
  INSERT INTO content_changes (topics) VALUES (
    CASE WHEN NEW.position <> OLD.position THEN 'everything' || char(10) ELSE '' END
    || 'pieces' || char(10)
    || 'piece:' || OLD.piece_id || char(10)
    || 'pieces-of:' || OLD.author_id || char(10)
    || 'category:' || OLD.category || char(10)
    || 'piece:' || NEW.piece_id || char(10)
    || 'pieces-of:' || NEW.author_id || char(10)
    || 'category:' || NEW.category
  );
END;

CREATE TRIGGER publications_delete_is_public AFTER DELETE ON publications BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'pieces' || char(10)
    || 'piece:' || OLD.piece_id || char(10)
    || 'pieces-of:' || OLD.author_id || char(10)
    || 'category:' || OLD.category
  );
END;

CREATE TRIGGER publication_bodies_insert_is_public AFTER INSERT ON publication_bodies BEGIN
  INSERT INTO content_changes (topics) VALUES ('piece:' || NEW.piece_id);
END;

CREATE TRIGGER publication_bodies_update_is_public AFTER UPDATE ON publication_bodies BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'piece:' || OLD.piece_id || char(10)
    || 'piece:' || NEW.piece_id
  );
END;

CREATE TRIGGER publication_bodies_delete_is_public AFTER DELETE ON publication_bodies BEGIN
  INSERT INTO content_changes (topics) VALUES ('piece:' || OLD.piece_id);
END;

CREATE TRIGGER publication_tags_insert_is_public AFTER INSERT ON publication_tags BEGIN
  INSERT INTO content_changes (topics) VALUES ('tag:' || NEW.tag);
END;

CREATE TRIGGER publication_tags_update_is_public AFTER UPDATE ON publication_tags BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'tag:' || OLD.tag || char(10)
    || 'tag:' || NEW.tag
  );
END;

CREATE TRIGGER publication_tags_delete_is_public AFTER DELETE ON publication_tags BEGIN
  INSERT INTO content_changes (topics) VALUES ('tag:' || OLD.tag);
END;

CREATE TRIGGER piece_slugs_insert_is_public AFTER INSERT ON piece_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('piece-slug:' || NEW.author_id || '/' || NEW.slug);
END;

CREATE TRIGGER piece_slugs_update_is_public AFTER UPDATE ON piece_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'piece-slug:' || OLD.author_id || '/' || OLD.slug || char(10)
    || 'piece-slug:' || NEW.author_id || '/' || NEW.slug
  );
END;

CREATE TRIGGER piece_slugs_delete_is_public AFTER DELETE ON piece_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('piece-slug:' || OLD.author_id || '/' || OLD.slug);
END;

CREATE TRIGGER piece_texts_insert_is_public AFTER INSERT ON piece_texts BEGIN
  INSERT INTO content_changes (topics) VALUES ('search');
END;

CREATE TRIGGER piece_texts_update_is_public AFTER UPDATE ON piece_texts BEGIN
  INSERT INTO content_changes (topics) VALUES ('search');
END;

CREATE TRIGGER piece_texts_delete_is_public AFTER DELETE ON piece_texts BEGIN
  INSERT INTO content_changes (topics) VALUES ('search');
END;

CREATE TRIGGER products_insert_is_public AFTER INSERT ON products BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'products' || char(10)
    || 'products-of:' || NEW.seller_id
  );
END;

CREATE TRIGGER products_update_is_public AFTER UPDATE ON products BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'products' || char(10)
    || 'products-of:' || OLD.seller_id || char(10)
    || 'products-of:' || NEW.seller_id
    || coalesce((
      SELECT group_concat(char(10) || 'piece-products:' || piece_id, '') FROM product_pieces
      WHERE product_id = NEW.id
    ), '')
  );
END;

-- The pieces that went with it are named as they are removed from it.
CREATE TRIGGER products_delete_is_public AFTER DELETE ON products BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'products' || char(10)
    || 'products-of:' || OLD.seller_id
  );
END;

CREATE TRIGGER product_pieces_insert_is_public AFTER INSERT ON product_pieces BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'product-pieces:' || NEW.product_id || char(10)
    || 'piece-products:' || NEW.piece_id
  );
END;

CREATE TRIGGER product_pieces_update_is_public AFTER UPDATE ON product_pieces BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'product-pieces:' || OLD.product_id || char(10)
    || 'piece-products:' || OLD.piece_id || char(10)
    || 'product-pieces:' || NEW.product_id || char(10)
    || 'piece-products:' || NEW.piece_id
  );
END;

CREATE TRIGGER product_pieces_delete_is_public AFTER DELETE ON product_pieces BEGIN
  INSERT INTO content_changes (topics) VALUES (
    'product-pieces:' || OLD.product_id || char(10)
    || 'piece-products:' || OLD.piece_id
  );
END;
