-- The cover of a piece, as JSON: where the image is, its alt text, its caption. It belongs to the version.
ALTER TABLE piece_versions ADD COLUMN image TEXT;

ALTER TABLE piece_proposals ADD COLUMN image TEXT;

ALTER TABLE publications ADD COLUMN image TEXT;
