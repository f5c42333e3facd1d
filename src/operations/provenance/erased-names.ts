// Entries that say that names were erased. Without its name, neither a version's hash nor an entry's signature can be
// computed again: the signed hash of everything else takes their place.

import { hash } from 'node:crypto';
import type {
  RecordedMove,
  RecordedVersion,
  RecordFile,
} from '../../schemas/provenance/record-file.ts';
import { ERASED } from '../../store/erasures/erased-texts.ts';
import { isErasureSignedBy } from './record-key.ts';

export const ERASE = 'erase';

type Named = Pick<RecordedMove['by'], 'name' | 'id'>;

const isErased = ({ name, id }: Named) => name === ERASED && id === null;

const lastErasure = ({ moves }: Pick<Facts, 'moves'>): number =>
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
  move.at,
  move.act,
  ...nameOf(move.by),
  move.version,
  move.version_hash,
  move.declaration,
  move.machine_share,
  move.signed_with,
  move.signature,
  move.erased_hash ?? null,
];

const nameOf = ({ kind, name, id }: RecordedMove['by']) => [kind, name, id];

/** Only the last such entry still has the hash of what is there: a later one erased more. */
export function erasureFaults(
  record: RecordFile,
  move: RecordedMove,
  at: number,
  previous: string | null,
): string[] {
  const { piece, moves, versions } = record;
  const { version, signed_with, signature, erased_hash = '' } = move;
  const what = `The entry “${move.act}” of ${move.at}`;
  const facts = { ...move, piece_id: piece.id, erased_hash };
  const isSigned =
    signed_with !== null &&
    signature !== null &&
    isErasureSignedBy(signed_with, signature, facts, previous);
  if (!isSigned) return [`${what} is not signed as it stands, or one before it was removed.`];
  const isLast = at === lastErasure(record);
  const found = erasedHash({ versions, moves: moves.slice(0, at) }, version ?? 0);
  return isLast && found !== erased_hash
    ? [`Something that the entry “${move.act}” of ${move.at} covers was altered.`]
    : [];
}
