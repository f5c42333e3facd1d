-- Sign-ups that nobody has confirmed yet: by the link in an e-mail or, without a mail server, by signing
-- in. Only then is there an account, and only then has it the slug: until then nothing shows whether
-- the e-mail address had an account already.
CREATE TABLE sign_ups (
  hash TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX sign_ups_by_email ON sign_ups (email, created_at);

CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at);
