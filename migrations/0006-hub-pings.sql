-- Feeds that changed and that the hub has yet to be told of: one row for each, however often it
-- changed, so there are never more than there are feeds. Whoever is telling it has put due_at off.
CREATE TABLE hub_pings (
  topic TEXT PRIMARY KEY,
  due_at TEXT NOT NULL,
  attempts INTEGER NOT NULL
);

CREATE INDEX hub_pings_due ON hub_pings (due_at);
