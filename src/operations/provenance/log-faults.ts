// Compares a piece, its publication and its log with one another, so that a removed entry is noticed.

import { isDeepStrictEqual as isSame } from 'node:util';
import type { StoredProvenance } from '../../schemas/provenance/provenance.ts';
import type { RecordedMove, RecordFile } from '../../schemas/provenance/record-file.ts';
import { DECLARATIONS } from '../../schemas/vocabulary.ts';
import { ACT_NAMES, ACTS } from '../states/state-table.ts';
import { storedProvenance } from './declare.ts';
import { isErasedMove } from './erased-names.ts';

const ACTS_OF_OWNERS: readonly string[] = [
  'create',
  ...ACT_NAMES.filter((name) => ACTS[name].rule.by === 'owner'),
];

const PUBLISHING: readonly string[] = ACT_NAMES.filter((name) => ACTS[name].rule.to === 'approved');

export const logFaults = (record: RecordFile): string[] => [
  ...lengthFaults(record),
  ...authorFaults(record),
  ...publicationFaults(record),
  ...declarationFaults(record),
];

export const entryName = ({ act, at }: RecordedMove) => `The entry “${act}” of ${at}`;

/** Entries are numbered without gaps, and each begins with the state in which the one before it ended. */
function lengthFaults({ piece, moves }: RecordFile): string[] {
  const faults: string[] = [];
  let before: RecordedMove | undefined;
  for (const move of moves) {
    if (move.number !== (before?.number ?? 0) + 1) {
      faults.push(`${entryName(move)} has number ${move.number}: an entry before it was removed.`);
    } else if (move.from !== (before?.to ?? null)) {
      faults.push(
        `${entryName(move)} begins with “${move.from}”, but the piece was “${before?.to}” before it.`,
      );
    }
    before = move;
  }
  if (!before) return ['The log has no entries.'];
  if (before.to !== piece.status) {
    faults.push(`The status is “${piece.status}”, but the log ends with “${before.to}”.`);
  }
  return faults;
}

/** Writers may be renamed, and have another id after an import: one of the two must be theirs. */
function authorFaults(record: RecordFile): string[] {
  const { piece, publication, moves } = record;
  const { author, author_id, author_names } = piece;
  const strange = moves.filter(
    (move, at) =>
      ACTS_OF_OWNERS.includes(move.act) &&
      move.by.kind === 'writer' &&
      move.by.id !== author_id &&
      !author_names.includes(move.by.name) &&
      !isErasedMove(record, move, at),
  );
  const faults = strange.map(
    (move) => `${entryName(move)} is by ${move.by.name}, but the author is ${author}.`,
  );
  if (!author_names.includes(author)) {
    faults.push(`The author is ${author}, which was never the author’s name.`);
  }
  if (publication && publication.author_id !== author_id) {
    faults.push('Readers see another author than the piece has.');
  }
  return faults;
}

function publicationFaults({ piece, publication, moves }: RecordFile): string[] {
  const isPublic = piece.status === 'approved';
  const published = moves.findLast(({ act, to }) => PUBLISHING.includes(act) && to === 'approved');
  const faults: string[] = [];
  if (publication && !isPublic) {
    faults.push(`Readers see the piece, although its status is “${piece.status}”.`);
  }
  if (publication && publication.differs.length > 0) {
    const fields = publication.differs.join(', ');
    faults.push(`What readers see differs from version ${publication.version} in: ${fields}.`);
  }
  if (!published) {
    const isImported = moves.some(({ act, to }) => act === 'import' && to === 'approved');
    const isPublished = isPublic || publication !== null;
    return isPublished && !isImported
      ? [...faults, 'The piece is public, but no entry says that it was published.']
      : faults;
  }
  if (!isPublic) return faults;
  const live = [piece.live_version, publication?.version ?? piece.live_version];
  if (live.some((number) => number !== published.version)) {
    faults.push(`Version ${published.version} was published last, but another one is public.`);
  }
  return [
    ...faults,
    ...headlineFaults(piece, publication, published),
    ...timeFaults(publication, moves),
  ];
}

function headlineFaults(
  { headline, working_version }: RecordFile['piece'],
  publication: RecordFile['publication'],
  published: RecordedMove,
): string[] {
  if (published.headline === null) return [];
  const shown = [
    ...(publication ? [publication.headline] : []),
    ...(working_version === published.version ? [headline] : []),
  ];
  const other = shown.find((each) => each !== published.headline);
  return other === undefined
    ? []
    : [`The headline is “${other}”, but “${published.headline}” was published.`];
}

/** Only entries that the service made itself have the times of the publication. */
function timeFaults(publication: RecordFile['publication'], moves: readonly RecordedMove[]) {
  const made = moves.filter(({ act, to }) => PUBLISHING.includes(act) && to === 'approved');
  const isImported = moves.some(({ act }) => act === 'import');
  if (!publication) return [];
  const { published_at, modified_at } = publication;
  const faults: string[] = [];
  if (modified_at !== made.at(-1)?.at) {
    faults.push(
      `Readers are told that the piece was changed at ${modified_at}, but no entry was then the last.`,
    );
  }
  if (!isImported && published_at !== made[0]?.at) {
    faults.push(
      `Readers are told that the piece was published at ${published_at}, but no entry was then the first.`,
    );
  }
  return faults;
}

/** Readers must be told the latest declaration. */
function declarationFaults({ piece, publication, moves }: RecordFile): string[] {
  const declared = moves.findLast(({ declaration }) => declaration !== null);
  const isImported = moves.some(({ act }) => act === 'import');
  const isAsDeclared = declared
    ? isSame(piece.provenance, provenanceOf(declared))
    : isImported || piece.provenance === null;
  const isAsTold = publication === null || isSame(publication.provenance, piece.provenance);
  return isAsDeclared && isAsTold ? [] : ['What readers are told differs from what was declared.'];
}

const provenanceOf = (move: RecordedMove): StoredProvenance | null => {
  const declaration = DECLARATIONS.find((each) => each === move.declaration);
  const version = { number: move.version ?? 0, hash: move.version_hash };
  return declaration ? storedProvenance(declaration, move.machine_share, version, move.at) : null;
};
