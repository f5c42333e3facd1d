// Filters for pieces in and outside the trash. Every read of pieces uses one of them.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Every read uses outsideTrash, except reads of the trash, bulk actions of the operator, and checks for unique ids. */
export const outsideTrash = (db: Kysely<Tables>) =>
  db.selectFrom('pieces as p').where('p.trashed_at', 'is', null);

export const inTrash = (db: Kysely<Tables>) =>
  db.selectFrom('pieces as p').where('p.trashed_at', 'is not', null);

export type Pieces = ReturnType<typeof piecesAnywhere>;

export const withWorkingCopy = (pieces: Pieces) =>
  pieces.innerJoin('piece_versions as v', (join) =>
    join.onRef('v.piece_id', '=', 'p.id').onRef('v.number', '=', 'p.working_version'),
  );

export const piecesAnywhere = (db: Kysely<Tables>) => db.selectFrom('pieces as p');
