// Entries that say that names were erased. Without its name, neither a version's hash nor an entry's signature can be
// computed again: the signed hash of everything else takes their place.

import { hash } from 'node:crypto';
import type {
  RecordedMove,
  RecordedVersion,
  RecordFile,
} from '../../schemas/provenance/record-file.ts';
import { ERASED } from '../../store/erasures/erased-texts.ts';

export const ERASE = 'erase';

type Named = Pick<RecordedMove['by'], 'name' | 'id'>;

const isErased = ({ name, id }: Named) => name === ERASED && id === null;

export const lastErasure = ({ moves }: Pick<Facts, 'moves'>): number =>
  moves.findLastIndex(({ act }) => act === ERASE);

type Facts = Pick<RecordFile, 'versions' | 'moves'>;

/** Whether the version has no name any more, and the last entry of an erasure covers it. */
export function isErasedVersion(record: Facts, { number, saved_by }: RecordedVersion): boolean {
  const erasure = record.moves[lastErasure(record)];
  return erasure !== undefined && number <= (erasure.version ?? 0) && isErased(saved_by);
}

/** Whether the entry has no name any more, and a later one covers it. */
export const isErasedMove = (record: Facts, { by }: RecordedMove, at: number): boolean =>
  isErased(by) && at < lastErasure(record);

/** The versions up to the entry's, and the entries before it. Whether a version was pruned may change later. */
export const erasedHash = ({ versions, moves }: Facts, upTo: number): string =>
  hash(
    'sha256',
    JSON.stringify([
      'standfirst-erased/1',
      versions.filter(({ number }) => number <= upTo).map(versionFacts),
      moves.map(moveFacts),
    ]),
  );

const versionFacts = (version: RecordedVersion) => [
  version.number,
  version.saved_at,
  ...nameOf(version.saved_by),
  version.origin,
  version.content_hash,
  version.previous_hash,
  version.hash,
];

const moveFacts = (move: RecordedMove) => [
  move.number,
  move.at,
  move.act,
  move.from,
  move.to,
  ...nameOf(move.by),
  move.version,
  move.version_hash,
  move.headline,
  move.declaration,
  move.machine_share,
  move.signed_with,
  move.signature,
  move.erased_hash ?? null,
];

const nameOf = ({ kind, name, id }: RecordedMove['by']) => [kind, name, id];
