// The columns of every list of published pieces, with the byline.

import { type Kysely, sql } from 'kysely';
import type { Flag } from '../tables/flag.ts';
import type { PublicationRow } from '../tables/publications.ts';
import type { Tables } from '../tables.ts';

export interface Byline {
  author_slug: string;
  author_name: string;
  author_verified: Flag;
}

export type ListedPiece = Byline &
  Pick<
    PublicationRow,
    | 'piece_id'
    | 'position'
    | 'slug'
    | 'headline'
    | 'summary'
    | 'category'
    | 'tags'
    | 'locale'
    | 'image'
    | 'published_at'
  >;

const COLUMNS = [
  'p.piece_id',
  'p.position',
  'p.slug',
  'p.headline',
  'p.summary',
  'p.category',
  'p.tags',
  'p.locale',
  'p.image',
  'p.published_at',
  'a.slug as author_slug',
  'a.name as author_name',
  'a.identity_verified as author_verified',
] as const;

export const LISTED_COLUMNS = sql.raw(COLUMNS.join(', '));

/** A query without conditions and order, which the caller adds. */
export const listedPieces = (db: Kysely<Tables>) =>
  db
    .selectFrom('publications as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select(COLUMNS);
