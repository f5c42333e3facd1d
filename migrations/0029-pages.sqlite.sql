-- Pages that are no pieces: about, imprint, privacy. What an admin works on is one row, and what the public reads is
-- another, written when the admin publishes. They stand at /{slug}, and the footer of every page names some of them:
-- a change of what is public touches everything.
CREATE TABLE site_pages (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  body_md TEXT NOT NULL,
  locale TEXT NOT NULL,
  in_footer INTEGER NOT NULL,
  -- Raised by every save; what is published is the version that was shown.
  version INTEGER NOT NULL,
  saved_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE public_pages (
  page_id TEXT PRIMARY KEY REFERENCES site_pages (id),
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  body_md TEXT NOT NULL,
  html TEXT NOT NULL,
  summary TEXT NOT NULL,
  locale TEXT NOT NULL,
  in_footer INTEGER NOT NULL,
  version INTEGER NOT NULL,
  published_by TEXT NOT NULL,
  published_at TEXT NOT NULL,
  modified_at TEXT NOT NULL
);

-- Every slug that a page has or had in public: an old one leads to the new one.
CREATE TABLE page_slugs (
  slug TEXT PRIMARY KEY,
  page_id TEXT NOT NULL REFERENCES site_pages (id)
);

CREATE TRIGGER public_pages_insert_is_public AFTER INSERT ON public_pages BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;

CREATE TRIGGER public_pages_update_is_public AFTER UPDATE ON public_pages BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;

CREATE TRIGGER public_pages_delete_is_public AFTER DELETE ON public_pages BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;

CREATE TRIGGER page_slugs_insert_is_public AFTER INSERT ON page_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;

CREATE TRIGGER page_slugs_update_is_public AFTER UPDATE ON page_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;

CREATE TRIGGER page_slugs_delete_is_public AFTER DELETE ON page_slugs BEGIN
  INSERT INTO content_changes (topics) VALUES ('everything');
END;
