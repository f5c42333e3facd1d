-- Each public change has a name that no other has, not even one of the same version in a database that was restored:
-- responses that were cached before a restart belong to a database that still has the last change known to them.

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
