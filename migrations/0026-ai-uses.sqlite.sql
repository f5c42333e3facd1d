-- What a writer allows AI readers, as JSON: {"training": false}. What it does not name is as the site says.
-- It is in the headers of all their pages and feeds, and in robots.txt: a change of it touches everything.
ALTER TABLE authors ADD COLUMN ai_uses TEXT NOT NULL DEFAULT '{}';

DROP TRIGGER authors_update_is_public;

CREATE TRIGGER authors_update_is_public AFTER UPDATE ON authors BEGIN
  INSERT INTO content_changes (topics) VALUES (
    CASE WHEN NEW.suspended_at IS NOT OLD.suspended_at OR NEW.ai_uses <> OLD.ai_uses
      OR NEW.id <> OLD.id THEN 'everything'
    ELSE 'author:' || NEW.id || CASE
      WHEN NEW.slug <> OLD.slug OR NEW.name <> OLD.name OR NEW.avatar_url IS NOT OLD.avatar_url
        OR NEW.identity_verified <> OLD.identity_verified
      THEN char(10) || 'byline:' || OLD.slug || char(10) || 'byline:' || NEW.slug
      ELSE '' END
    END
  );
END;

CREATE INDEX authors_with_ai_uses ON authors (slug) WHERE ai_uses <> '{}';
