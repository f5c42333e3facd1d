-- Secrets that were replaced and sign for another day. There may be several: a second replacement
-- within the day must not cut the first one's day short.
CREATE TABLE webhook_secrets (
  secret TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  until TEXT NOT NULL
);

CREATE INDEX webhook_secrets_by_account ON webhook_secrets (account_id, until);

INSERT INTO webhook_secrets (secret, account_id, until)
SELECT previous_secret, account_id, previous_until FROM webhooks
WHERE previous_secret IS NOT NULL AND previous_until IS NOT NULL;

ALTER TABLE webhooks DROP COLUMN previous_secret;
