// Verifies a piece's provenance record by itself: every hash, every link between versions, every signature.

import {
  type RecordedMove,
  type RecordedVersion,
  RecordFile,
} from '../../schemas/provenance/record-file.ts';
import { chainedHash } from '../../store/pieces/version-hash.ts';
import { checkerOf } from '../../validation.ts';
import { ERASE, erasedHash, isErasedMove, isErasedVersion, lastErasure } from './erased-names.ts';
import { entryName, logFaults } from './log-faults.ts';
import { isErasureSignedBy, isSignedBy } from './record-key.ts';

export const recordFrom = checkerOf(RecordFile);

/** State transitions whose entries must be signed, because they declare or publish something. */
const SIGNED = ['publish', 'publish_changes', 'submit', 'approve'];

export const faultsIn = (record: RecordFile): string[] => [
  ...record.versions.flatMap((version, at) => versionFaults(record, version, at)),
  ...missingEnd(record),
  ...record.moves.flatMap((move, at) => moveFaults(record, move, at)),
  ...logFaults(record),
];

function versionFaults(record: RecordFile, version: RecordedVersion, at: number) {
  const { piece, versions } = record;
  const { number, saved_at, saved_by, origin, content_hash, previous_hash, hash, state } = version;
  const facts = {
    ...{ piece_id: piece.id, number, saved_at, origin },
    ...{ saved_by_kind: saved_by.kind, saved_by_name: saved_by.name, saved_by_id: saved_by.id },
  };
  const faults: string[] = [];
  const isNameless = isErasedVersion(record, version);
  if (!isNameless && chainedHash(facts, content_hash, previous_hash) !== hash) {
    faults.push(`Version ${number} was altered: it does not have the hash that it was saved with.`);
  }
  const before = versions[at - 1];
  if (previous_hash !== (before?.hash ?? null)) {
    faults.push(`Before version ${number}, a version is missing or was replaced.`);
  }
  // The erasure of an account removes all versions but the published one.
  if (isNameless) return faults;
  if (state === 'pruned' && origin !== 'autosaved') {
    faults.push(`Version ${number} was removed, but only autosaves are pruned.`);
  } else if (state === 'pruned' && isNamed(record, number)) {
    faults.push(
      `Version ${number} was removed, but versions that others could see are never pruned.`,
    );
  }
  return faults;
}

/** True if the version must not be pruned, because others have seen it. */
const isNamed = ({ moves, notes, proposals }: RecordFile, number: number) =>
  [...moves, ...notes].some(({ version }) => version === number) ||
  proposals.some(({ base_version }) => base_version === number);

function missingEnd(record: RecordFile) {
  const { piece, versions } = record;
  const last = versions.findLast(
    (each) => each.state === 'stored' || !isErasedVersion(record, each),
  );
  return last === undefined || last.number === piece.working_version
    ? []
    : [`The last version, ${piece.working_version}, is missing.`];
}

function moveFaults(record: RecordFile, move: RecordedMove, at: number) {
  const { piece, versions, moves } = record;
  const { act, version, version_hash, declaration, signed_with, signature } = move;
  const what = entryName(move);
  const previous =
    moves.slice(0, at).findLast((each) => each.signature !== null)?.signature ?? null;
  if (act === ERASE) return erasureFaults(record, move, at, previous);
  if (version_hash === null && declaration === null && signature === null) {
    // The entry is from before signatures existed, or of a transition that needs none.
    return SIGNED.includes(act) && previous !== null ? [`${what} is not signed.`] : [];
  }
  const named = versions.find(({ number }) => number === version);
  const faults: string[] = [];
  if (named?.hash !== version_hash) {
    faults.push(`${what} does not match the current version ${version}.`);
  }
  const isSigned =
    move.erased_hash === undefined &&
    signed_with !== null &&
    signature !== null &&
    (isErasedMove(record, move, at) ||
      isSignedBy(signed_with, signature, { ...move, piece_id: piece.id }, previous));
  if (!isSigned) faults.push(unsigned(move));
  return faults;
}

const unsigned = (move: RecordedMove) =>
  `${entryName(move)} does not match its signature, or an earlier entry was removed.`;

/** Only the last entry about an erasure has the hash of the record as it is now, because a later one erased more. */
function erasureFaults(
  record: RecordFile,
  move: RecordedMove,
  at: number,
  previous: string | null,
): string[] {
  const { piece, moves, versions } = record;
  const { version, signed_with, signature, erased_hash = '' } = move;
  const facts = { ...move, piece_id: piece.id, erased_hash };
  const isSigned =
    signed_with !== null &&
    signature !== null &&
    isErasureSignedBy(signed_with, signature, facts, previous);
  if (!isSigned) return [unsigned(move)];
  const found = erasedHash({ versions, moves: moves.slice(0, at) }, version ?? 0);
  return at === lastErasure(record) && found !== erased_hash
    ? [`${entryName(move)} covers something that was altered.`]
    : [];
}

export const keysIn = ({ moves }: RecordFile): string[] => [
  ...new Set(moves.flatMap(({ signed_with }) => signed_with ?? [])),
];
