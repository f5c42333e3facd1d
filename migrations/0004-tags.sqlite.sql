-- The tags of what is public, one row each, so that pieces with a tag are found newest first.
-- position is that of the publication: whoever moves one moves the other.
CREATE TABLE publication_tags (
  piece_id TEXT NOT NULL REFERENCES publications (piece_id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  position BIGINT NOT NULL,
  PRIMARY KEY (piece_id, tag)
);

CREATE INDEX publication_tags_by_tag ON publication_tags (tag, position);

INSERT INTO publication_tags (piece_id, tag, position)
SELECT DISTINCT p.piece_id, t.value, p.position
FROM publications p, json_each(p.tags) t;
