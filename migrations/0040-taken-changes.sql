-- Which changes of a proposal its writer has taken, each with the version that took it: a JSON list of id and version.
-- A proposal of which some changes are taken stays open with the others.
ALTER TABLE piece_proposals ADD COLUMN taken_changes TEXT NOT NULL DEFAULT '[]';

-- Into how many changes the proposal was divided when the first of them was taken; null before.
ALTER TABLE piece_proposals ADD COLUMN changes_total INTEGER;
