-- The desk's trash: a piece in it is gone for everyone but its writer. It is never public or in review.
ALTER TABLE pieces ADD COLUMN trashed_at TEXT
  CHECK (trashed_at IS NULL OR status IN ('draft', 'changes_requested', 'rejected'));

-- Whether the working copy of a public piece says anything else than its live version.
ALTER TABLE pieces ADD COLUMN has_changes INTEGER NOT NULL DEFAULT 0 CHECK (has_changes IN (0, 1));

-- Whether the working copy is as a key left it.
ALTER TABLE pieces ADD COLUMN is_machine_draft INTEGER NOT NULL DEFAULT 0
  CHECK (is_machine_draft IN (0, 1));

-- When the working copy was saved. The time of the last move is in updated_at too.
ALTER TABLE pieces ADD COLUMN edited_at TEXT NOT NULL DEFAULT '';

UPDATE pieces SET has_changes = 1
WHERE status = 'approved' AND live_version <> working_version AND EXISTS (
  SELECT 1 FROM piece_versions l JOIN piece_versions w ON w.piece_id = l.piece_id
  WHERE l.piece_id = pieces.id AND l.number = pieces.live_version AND w.number = pieces.working_version
    AND (l.headline <> w.headline OR l.sub IS DISTINCT FROM w.sub OR l.body_md <> w.body_md
      OR l.category <> w.category OR l.tags <> w.tags OR l.frame <> w.frame OR l.style <> w.style
      OR l.locale <> w.locale OR l.external_url IS DISTINCT FROM w.external_url)
);

UPDATE pieces SET edited_at = coalesce((
  SELECT v.saved_at FROM piece_versions v
  WHERE v.piece_id = pieces.id AND v.number = pieces.working_version
), updated_at);

UPDATE pieces SET is_machine_draft = 1
WHERE EXISTS (
  SELECT 1 FROM piece_versions v
  WHERE v.piece_id = pieces.id AND v.number = pieces.working_version AND v.saved_by_kind = 'key'
);

-- The desk's list by last edit, and by state with the counts of its tabs.
CREATE INDEX pieces_by_edit ON pieces (author_id, edited_at, id) WHERE trashed_at IS NULL;

CREATE INDEX pieces_by_state ON pieces (author_id, status, edited_at, id, has_changes, is_machine_draft)
  WHERE trashed_at IS NULL;

CREATE INDEX pieces_in_trash ON pieces (author_id, trashed_at, id) WHERE trashed_at IS NOT NULL;

-- Working copies as the desk's search reads them, case-folded. A search brings those of its writer up to
-- date first; nothing else writes here.
CREATE TABLE working_texts (
  piece_id TEXT PRIMARY KEY REFERENCES pieces (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  text TEXT NOT NULL
);

-- Images of pieces in the trash, by hash: not served unless something outside the trash names them. Whether
-- anything does is looked up once, with the first request.
CREATE TABLE trashed_images (
  hash TEXT PRIMARY KEY,
  is_checked INTEGER NOT NULL CHECK (is_checked IN (0, 1))
);
