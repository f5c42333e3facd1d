-- Invitations that nobody has accepted yet, by the hash of the token in their link. Whoever accepts one
-- gets an account with its role, and with its e-mail address if it has one. One that was accepted or
-- revoked is deleted, and so are those of somebody who is no longer an admin.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  email TEXT,
  is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
  invited_by TEXT NOT NULL REFERENCES accounts (id),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX invitations_by_inviter ON invitations (invited_by);
