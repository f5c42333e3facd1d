// Verifies a piece's provenance record by itself: every hash, every link between versions, every signature.

import {
  type RecordedMove,
  type RecordedVersion,
  RecordFile,
} from '../../schemas/provenance/record-file.ts';
import { chainedHash } from '../../store/pieces/version-hash.ts';
import { checkerOf } from '../../validation.ts';
import { entryName, logFaults } from './log-faults.ts';
import { isSignedBy } from './record-key.ts';

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
  if (chainedHash(facts, content_hash, previous_hash) !== hash) {
    faults.push(`Version ${number} was altered: it does not have the hash that it was saved with.`);
  }
  const before = versions[at - 1];
  if (previous_hash !== (before?.hash ?? null)) {
    faults.push(`Before version ${number}, a version is missing or was replaced.`);
  }
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

const missingEnd = ({ piece, versions }: RecordFile) =>
  versions.at(-1)?.number === piece.working_version
    ? []
    : [`The last version, ${piece.working_version}, is missing.`];

function moveFaults({ piece, versions, moves }: RecordFile, move: RecordedMove, at: number) {
  const { act, version, version_hash, declaration, signed_with, signature } = move;
  const what = entryName(move);
  const previous =
    moves.slice(0, at).findLast((each) => each.signature !== null)?.signature ?? null;
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
    signed_with !== null &&
    signature !== null &&
    isSignedBy(signed_with, signature, { ...move, piece_id: piece.id }, previous);
  if (!isSigned)
    faults.push(`${what} does not match its signature, or an earlier entry was removed.`);
  return faults;
}

export const keysIn = ({ moves }: RecordFile): string[] => [
  ...new Set(moves.flatMap(({ signed_with }) => signed_with ?? [])),
];
