-- Each public change gets a unique name, different even from a change with the same number in a restored database.
-- Responses cached before a restart are valid only if the database still has the last change that they know of.

DROP TABLE content_changes;

CREATE TABLE content_changes (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  topics TEXT NOT NULL
);

INSERT INTO content_changes (topics) VALUES ('everything');

CREATE TRIGGER content_changes_are_few AFTER INSERT ON content_changes WHEN NEW.version % 1000 = 0 BEGIN
  DELETE FROM content_changes WHERE version <= NEW.version - 10000;
END;
