-- Searches with filters no longer need the table of headlines and facets that 0032 made, so this drops it.
DROP TRIGGER search_backlog_renews_facets ON search_backlog;

DROP TRIGGER piece_texts_have_heads ON piece_texts;

DROP FUNCTION renew_search_facets();

DROP FUNCTION put_piece_heads();

DROP TABLE piece_heads;

DROP FUNCTION search_facets(BIGINT);
