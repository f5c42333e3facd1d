-- Positions whose searchable text is out of date: a bulk act leaves them here, because writing the search index
-- takes longer than all the rest. Search skips them until they have been done.
CREATE TABLE search_backlog (position BIGINT NOT NULL PRIMARY KEY);
