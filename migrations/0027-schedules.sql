-- When a piece is to be published: one time for each piece, in the zone that its writer chose. Who pressed the button
-- and the version that they were shown are stored with it. The scheduler publishes that version, as that person, and
-- can do nothing that this person could not do at that moment.
CREATE TABLE piece_schedules (
  piece_id TEXT PRIMARY KEY REFERENCES pieces (id) ON DELETE CASCADE,
  -- Wished where an admin has yet to approve the piece.
  state TEXT NOT NULL CHECK (state IN ('wished', 'scheduled', 'published', 'cancelled')),
  act TEXT NOT NULL CHECK (act IN ('publish', 'approve')),
  due_at TEXT NOT NULL,
  zone TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- Null where nobody has pressed the button: of a wish, and of what was imported.
  actor_id TEXT REFERENCES accounts (id),
  session_id TEXT,
  -- What the writer declared; null where that was declared with the submission.
  declaration TEXT,
  made_at TEXT NOT NULL,
  ended_at TEXT,
  cancelled_because TEXT CHECK (cancelled_because IN ('suspended', 'trashed', 'imported', 'refused')),
  leased_by TEXT,
  leased_until TEXT,
  CHECK ((state = 'cancelled') = (cancelled_because IS NOT NULL)),
  CHECK (state <> 'scheduled' OR actor_id IS NOT NULL)
);

CREATE INDEX piece_schedules_due ON piece_schedules (due_at) WHERE state = 'scheduled';

CREATE INDEX piece_schedules_by_actor ON piece_schedules (actor_id) WHERE state = 'scheduled';
