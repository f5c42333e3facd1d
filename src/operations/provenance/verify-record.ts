// Checks the record of a piece by itself: every hash, every link to the one before, every signature.

import {
  type RecordedMove,
  type RecordedVersion,
  RecordFile,
} from '../../schemas/provenance/record-file.ts';
import { checkerOf } from '../../schemas/validation.ts';
import { chainedHash } from '../../store/pieces/version-hash.ts';
import { isSignedBy } from './record-key.ts';

/** Throws where it is no record at all. */
export const recordFrom = checkerOf(RecordFile);

/** Moves after which the text was public. */
const PUBLISHING = ['publish', 'publish_changes', 'approve'];

/** What is wrong with it, in sentences; none where it is whole. */
export const faultsIn = (record: RecordFile): string[] => [
  ...record.versions.flatMap((version, at) => versionFaults(record, version, at)),
  ...missingEnd(record),
  ...record.moves.flatMap((move) => moveFaults(record, move)),
];

function versionFaults({ piece, versions }: RecordFile, version: RecordedVersion, at: number) {
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
    faults.push(`Version ${number} was removed: only autosaves are pruned.`);
  }
  return faults;
}

const missingEnd = ({ piece, versions }: RecordFile) =>
  versions.at(-1)?.number === piece.working_version
    ? []
    : [`The last version, ${piece.working_version}, is missing.`];

function moveFaults({ piece, versions }: RecordFile, move: RecordedMove): string[] {
  const { act, at, version, version_hash, signed_with, signature } = move;
  // From before anything was recorded.
  if (version_hash === null) return [];
  const what = `The entry “${act}” of ${at}`;
  const named = versions.find(({ number }) => number === version);
  const faults: string[] = [];
  if (named?.hash !== version_hash) {
    faults.push(`${what} names another version ${version} than the one that is there.`);
  }
  const isSigned =
    signed_with !== null &&
    signature !== null &&
    isSignedBy(signed_with, signature, { ...move, piece_id: piece.id });
  if (PUBLISHING.includes(act) && !isSigned) faults.push(`${what} is not signed as it stands.`);
  return faults;
}

/** The public keys that signed it, to be compared with those of the service. */
export const keysIn = ({ moves }: RecordFile): string[] => [
  ...new Set(moves.flatMap(({ signed_with }) => signed_with ?? [])),
];
