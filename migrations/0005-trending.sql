-- What trending reads: for each piece with readers in a span, how many, and their weight as of one
-- hour. Made anew from view_hours when the hour changes, and added to as readers are counted.
CREATE TABLE view_scores (
  span TEXT NOT NULL CHECK (span IN ('day', 'week', 'month')),
  piece_id TEXT NOT NULL REFERENCES pieces (id) ON DELETE CASCADE,
  views INTEGER NOT NULL,
  score BIGINT NOT NULL,
  PRIMARY KEY (span, piece_id)
);

CREATE INDEX view_scores_by_rank ON view_scores (span, score DESC, views DESC, piece_id);

-- The hour that view_scores is of; empty when it has to be made anew. One row: whoever changes
-- the scores holds it.
CREATE TABLE view_scores_hour (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  hour TEXT NOT NULL
);

INSERT INTO view_scores_hour (id, hour) VALUES (1, '');

-- Which products go with a piece.
CREATE INDEX product_pieces_by_piece ON product_pieces (piece_id, product_id);
