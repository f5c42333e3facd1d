// Checks the record of a piece by itself: every hash, every link between versions, every signature.

import { isDeepStrictEqual as isSame } from 'node:util';
import type { StoredProvenance } from '../../schemas/provenance/provenance.ts';
import {
  type RecordedMove,
  type RecordedVersion,
  RecordFile,
} from '../../schemas/provenance/record-file.ts';
import { checkerOf } from '../../schemas/validation.ts';
import { DECLARATIONS } from '../../schemas/vocabulary.ts';
import { chainedHash } from '../../store/pieces/version-hash.ts';
import { storedProvenance } from './declare.ts';
import { ERASE, erasureFaults, isErasedMove, isErasedVersion } from './erased-names.ts';
import { isSignedBy } from './record-key.ts';

export const recordFrom = checkerOf(RecordFile);

/** Acts that declare or publish something; their entries are signed. */
const SIGNED = ['publish', 'publish_changes', 'submit', 'approve'];

/** Signed acts that publish nothing. */
const OTHERS = ['submit', ERASE];

export const faultsIn = (record: RecordFile): string[] => [
  ...record.versions.flatMap((version, at) => versionFaults(record, version, at)),
  ...missingEnd(record),
  ...record.moves.flatMap((move, at) => moveFaults(record, move, at)),
  ...toldFaults(record),
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
  // With the account, the words of all versions but the published one are erased.
  if (isNameless) return faults;
  if (state === 'pruned' && origin !== 'autosaved') {
    faults.push(`Version ${number} was removed: only autosaves are pruned.`);
  } else if (state === 'pruned' && isNamed(record, number)) {
    faults.push(`Version ${number} was removed: others have or had access to it.`);
  }
  return faults;
}

/** Versions that others have seen are never pruned. */
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
  const what = `The entry “${act}” of ${move.at}`;
  const previous =
    moves.slice(0, at).findLast((each) => each.signature !== null)?.signature ?? null;
  if (act === ERASE) return erasureFaults(record, move, at, previous);
  if (version_hash === null && declaration === null && signature === null) {
    // Entry from before there were signatures, or of an act that needs none.
    return SIGNED.includes(act) && previous !== null ? [`${what} is not signed.`] : [];
  }
  const named = versions.find(({ number }) => number === version);
  const faults: string[] = [];
  if (named?.hash !== version_hash) {
    faults.push(`${what} names another version ${version} than the one that is there.`);
  }
  const isSigned =
    move.erased_hash === undefined &&
    signed_with !== null &&
    signature !== null &&
    (isErasedMove(record, move, at) ||
      isSignedBy(signed_with, signature, { ...move, piece_id: piece.id }, previous));
  if (!isSigned) faults.push(`${what} is not signed as it stands, or one before it was removed.`);
  return faults;
}

/** Readers must be told what was declared last, of the version that was published last. */
function toldFaults({ piece, publication, moves }: RecordFile): string[] {
  const faults: string[] = [];
  const declared = moves.findLast(({ declaration }) => declaration !== null);
  const isAsDeclared = declared === undefined || isSame(piece.provenance, provenanceOf(declared));
  const isAsTold = publication === null || isSame(publication.provenance, piece.provenance);
  if (!isAsDeclared || !isAsTold) faults.push('What readers are told is not what was declared.');
  const published = moves.findLast(
    ({ act, signature }) => signature !== null && !OTHERS.includes(act),
  );
  if (publication && published && published.version !== publication.version) {
    faults.push(`Version ${published.version} was published last, and another is public.`);
  }
  return faults;
}

const provenanceOf = (move: RecordedMove): StoredProvenance | null => {
  const declaration = DECLARATIONS.find((each) => each === move.declaration);
  const version = { number: move.version ?? 0, hash: move.version_hash };
  return declaration ? storedProvenance(declaration, move.machine_share, version, move.at) : null;
};

export const keysIn = ({ moves }: RecordFile): string[] => [
  ...new Set(moves.flatMap(({ signed_with }) => signed_with ?? [])),
];
