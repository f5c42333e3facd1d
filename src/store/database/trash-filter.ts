// The pieces that a query sees: outside the trash, in the trash, or both. Every read of pieces says which.

import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** outsideTrash is for all but the trash itself, the operator's bulk acts, and checks that ids are unique. */
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
