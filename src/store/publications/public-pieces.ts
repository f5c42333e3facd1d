// Queries for published pieces with their long texts.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** A query without conditions and order, which the caller adds. */
export const publicPieces = (db: Kysely<Tables>) =>
  db
    .selectFrom('publications as p')
    .innerJoin('publication_bodies as b', 'b.piece_id', 'p.piece_id')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    // The piece's own topic covers the joined row: the triggers report a changed series row as a change of the piece.
    .leftJoin('series_parts as m', 'm.piece_id', 'p.piece_id')
    .selectAll('p')
    .select([
      'b.html_json',
      'b.text_json',
      'b.etag',
      'b.minutes',
      'b.is_portable',
      'a.slug as author_slug',
      'a.name as author_name',
      'a.identity_verified as author_verified',
      'a.avatar_url as author_avatar',
      'a.ai_uses as author_ai_uses',
      'm.series_id',
    ]);
