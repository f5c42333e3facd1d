// Which pieces a query sees: those outside the trash, those in it, or both. Every read of pieces says which.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** For everything but the trash itself, what the operator moves, and what must be unique. */
export const outsideTrash = (db: Kysely<Tables>) =>
  db.selectFrom('pieces as p').where('p.trashed_at', 'is', null);

export const inTrash = (db: Kysely<Tables>) =>
  db.selectFrom('pieces as p').where('p.trashed_at', 'is not', null);

export const piecesAnywhere = (db: Kysely<Tables>) => db.selectFrom('pieces as p');
