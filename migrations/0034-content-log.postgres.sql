-- A log of public changes, besides their notifications: responses cached before a restart are checked against it.
-- Transactions may end in another order than they began. So a response that was read after all transactions below a
-- number had ended is valid unless a transaction with that number or a higher one has changed a topic of the response.
CREATE TABLE content_changes (
  xact BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
  name TEXT NOT NULL DEFAULT (gen_random_uuid()::text),
  topics TEXT NOT NULL
);

CREATE INDEX content_changes_by_xact ON content_changes (xact);

INSERT INTO content_changes (topics) VALUES ('everything');

-- The notification ends with the transaction's number. One call in a thousand removes all but the last 10,000 changes.
CREATE OR REPLACE FUNCTION tell_of_topics(topics text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told text := array_to_string(topics, chr(10));
BEGIN
  IF cardinality(topics) = 0 THEN RETURN; END IF;
  IF cardinality(topics) > 150 OR octet_length(told) > 7000 THEN told := 'everything'; END IF;
  INSERT INTO content_changes (topics) VALUES (told);
  PERFORM pg_notify('standfirst_content', told || chr(10) || pg_current_xact_id()::text);
  IF random() < 0.001 THEN
    DELETE FROM content_changes WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM content_changes
      WHERE xact < (SELECT xact FROM content_changes ORDER BY xact DESC OFFSET 10000 LIMIT 1)
      FOR UPDATE SKIP LOCKED
    ));
  END IF;
END $$;
