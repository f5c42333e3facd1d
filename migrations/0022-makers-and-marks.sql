-- The admin who made a password link; null where somebody asked for their own. The links of somebody who is no
-- longer an admin are deleted, as their invitations are.
ALTER TABLE account_tokens ADD COLUMN made_by TEXT REFERENCES accounts (id);

-- Another one each time an image is put on the list: what was found out about it before that is not used.
ALTER TABLE trashed_images ADD COLUMN mark TEXT NOT NULL DEFAULT '';
