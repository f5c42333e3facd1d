-- What a writer allows AI readers, as JSON: {"training": false}. What it does not name is as the site says.
-- It is in the headers of all their pages and feeds, and in robots.txt: a change of it touches everything.
ALTER TABLE authors ADD COLUMN ai_uses TEXT NOT NULL DEFAULT '{}';

CREATE OR REPLACE FUNCTION authors_change_is_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM after LIMIT 51) AS c) > 50
    OR EXISTS (
      SELECT FROM before b LEFT JOIN after a ON a.id = b.id
      WHERE a.id IS NULL OR a.suspended_at IS DISTINCT FROM b.suspended_at OR a.ai_uses <> b.ai_uses
    )
  THEN
    PERFORM tell_of_topics(ARRAY['everything']);
    RETURN NULL;
  END IF;
  PERFORM tell_of_topics(ARRAY(
    SELECT 'author:' || a.id FROM after a
    UNION
    SELECT 'byline:' || t.slug
    FROM before b JOIN after a ON a.id = b.id, LATERAL (VALUES (a.slug), (b.slug)) AS t (slug)
    WHERE (a.slug, a.name, a.avatar_url, a.identity_verified)
      IS DISTINCT FROM (b.slug, b.name, b.avatar_url, b.identity_verified)
  ));
  RETURN NULL;
END $$;

CREATE INDEX authors_with_ai_uses ON authors (slug) WHERE ai_uses <> '{}';
