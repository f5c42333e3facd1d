// A published piece with everything that the public sees of it, long texts included.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** A query for such rows, to be narrowed and ordered. */
export const publicPieces = (db: Kysely<Tables>) =>
  db
    .selectFrom('publications as p')
    .innerJoin('publication_bodies as b', 'b.piece_id', 'p.piece_id')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .selectAll('p')
    .select([
      'b.text',
      'b.html',
      'a.slug as author_slug',
      'a.name as author_name',
      'a.identity_verified as author_verified',
      'a.avatar_url as author_avatar',
    ]);
