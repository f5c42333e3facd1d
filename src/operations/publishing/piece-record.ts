// The provenance record of a piece, for its writer: drafts, notes, changes, publications.

import { Problem } from '../../errors.ts';
import type { StoredProvenance } from '../../schemas/provenance/provenance.ts';
import type {
  RecordedMove,
  RecordedVersion,
  RecordFile,
} from '../../schemas/provenance/record-file.ts';
import { RECORD_FORMAT } from '../../schemas/provenance/record-file.ts';
import { chainedHash, contentHash } from '../../store/pieces/version-hash.ts';
import type { VersionHistory } from '../../store/pieces/version-history.ts';
import type { PieceMoveRow, PieceRow, SavedRow } from '../../store/tables/pieces.ts';
import { isUuid } from '../../validation.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { type DeskPiece, deskPiece, wholePiece } from '../pieces/own-pieces.ts';
import { publicRecordKeys } from '../provenance/record-key.ts';
import { faultsIn, keysIn, recordFrom } from '../provenance/verify-record.ts';
import { urlsOf } from '../urls.ts';
import { differencesOf, publicationOf } from './build-publication.ts';

export interface PieceRecord extends DeskPiece {
  record: RecordFile;
  faults: string[];
  /** Keys that signed entries but are not this service's, because the piece was imported. */
  strangeKeys: string[];
}

/** Largest integer of a PostgreSQL column, so that no version has a larger number. */
const LARGEST = 2_147_483_647;

const AT_ONCE = 20;

export async function pieceRecord(
  context: Context,
  actor: WriterActor,
  id: string,
): Promise<PieceRecord> {
  const found = await deskPiece(context, actor, id);
  await linkOld(context, found.piece.id);
  const record = await recordOfPiece(context, found.piece, found.moves);
  const own = await publicRecordKeys(context.store);
  const strangeKeys = keysIn(record).filter((key) => !own.includes(key));
  return { ...found, record, faults: faultsIn(record), strangeKeys };
}

/** Returns the record of any piece outside the trash, and of an erased one, for the operator. */
export async function anyRecord(context: Context, id: string): Promise<RecordFile> {
  const found = await wholePiece(context, id);
  if (found) return recordOfPiece(context, found.piece, found.moves);
  const erased = isUuid(id) ? await context.store.erasures.piece(id.toLowerCase()) : undefined;
  if (!erased) throw new Problem('piece_not_found');
  return recordFrom(JSON.parse(erased.record));
}

/** Only reads, so that `doctor` can use it. */
export async function recordOfPiece(
  { store, config, now }: Context,
  piece: PieceRow,
  moves: readonly PieceMoveRow[],
): Promise<RecordFile> {
  const { versions, headlines } = await recordedVersions(store.versions, piece.id);
  const names = (await store.authors.slugsOf([piece.author_id])).map(({ slug }) => slug);
  const [author] = await store.authors.byIds([piece.author_id]);
  return {
    format: RECORD_FORMAT,
    made_at: timestamp(now()),
    keys_url: urlsOf(config.baseUrl).recordKeys,
    piece: {
      ...{ id: piece.id, headline: headlines.get(piece.working_version) ?? '' },
      ...{ author: author?.slug ?? '', author_id: piece.author_id, author_names: names },
      ...{ status: piece.status, working_version: piece.working_version },
      ...{ live_version: piece.live_version, provenance: storedIn(piece.provenance) },
    },
    publication: await recordedPublication(store, piece),
    versions,
    moves: moves.map((move) => recordedMove(move, headlines)),
    notes: (await store.notes.threads(piece.id)).map((note) => ({
      ...{ number: note.number, version: note.version, created_at: note.created_at },
      by: { kind: note.author_kind, name: note.author_name, id: note.author_id },
      ...{ resolved_at: note.resolved_at, replies: note.replies.length },
    })),
    proposals: (await store.proposals.whole(piece.id)).map((each) => ({
      number: each.number,
      by: { kind: each.key_kind, name: each.key_name, id: each.key_id },
      ...{ base_version: each.base_version, proposed_at: each.proposed_at },
      ...{ status: each.status, taken_version: each.taken_version },
    })),
  };
}

async function recordedPublication(
  store: Context['store'],
  piece: PieceRow,
): Promise<RecordFile['publication']> {
  const { publication } = (await store.integrity.publishedPiece(piece.id)) ?? {};
  if (!publication) return null;
  const { slug, position, published_at, modified_at, version: number } = publication;
  const version = await store.pieces.version(piece.id, number);
  const facts = { ...piece, slug, position, published_at, modified_at };
  const expected = version && (await publicationOf(facts, version));
  return {
    ...{ version: number, author_id: publication.author_id, headline: publication.headline },
    ...{ published_at, modified_at, provenance: storedIn(publication.provenance) },
    differs: expected ? differencesOf(expected, publication) : [],
  };
}

const storedIn = (provenance: string | null): StoredProvenance | null =>
  provenance === null ? null : JSON.parse(provenance);

/** Hashes versions from before hashes existed, with the piece locked. */
async function linkOld({ store }: Context, pieceId: string): Promise<void> {
  if (!(await store.versions.lacksHashes(pieceId))) return;
  await store.transaction(async (tx) => {
    await tx.pieces.lock(pieceId);
    await tx.versions.linkOld(pieceId);
  });
}

const saver = (facts: SavedRow) => ({
  ...{ kind: facts.saved_by_kind, name: facts.saved_by_name, id: facts.saved_by_id },
});

/** Hashes the stored content again, so that an altered version is noticed. */
export async function recordedVersions(store: VersionHistory, pieceId: string) {
  const recorded = (await store.pruned(pieceId)).map(
    (row): RecordedVersion => ({
      ...{ number: row.number, state: 'pruned', saved_at: row.saved_at, saved_by: saver(row) },
      ...{ origin: row.origin, content_hash: row.content_hash },
      ...{ previous_hash: row.previous_hash, hash: row.hash },
    }),
  );
  const headlines = new Map<number, string>();
  const unhashed: SavedRow[] = [];
  let below = LARGEST;
  for (;;) {
    const rows = await store.page(pieceId, below, AT_ONCE);
    for (const row of rows) {
      headlines.set(row.number, row.headline);
      if (row.hash === null) unhashed.push(row);
      recorded.push({
        ...{ number: row.number, state: 'stored', saved_at: row.saved_at, saved_by: saver(row) },
        ...{ origin: row.origin, content_hash: contentHash(row) },
        ...{ previous_hash: row.previous_hash, hash: row.hash ?? '' },
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    below = last.number;
  }
  const versions = recorded.toSorted((one, two) => one.number - two.number);
  return { versions: withHashes(versions, unhashed), headlines };
}

/** Hashes versions from before hashes existed as `linkOld` does, without storing the hashes. */
function withHashes(versions: readonly RecordedVersion[], unhashed: readonly SavedRow[]) {
  let previous_hash: string | null = null;
  return versions.map((version): RecordedVersion => {
    const row = unhashed.find(({ number }) => number === version.number);
    const hash = row ? chainedHash(row, version.content_hash, previous_hash) : version.hash;
    const linked = row ? { ...version, hash, previous_hash } : version;
    previous_hash = hash;
    return linked;
  });
}

export const recordedMove = (
  move: PieceMoveRow,
  headlines: ReadonlyMap<number, string>,
): RecordedMove => ({
  number: move.number,
  at: move.at,
  act: move.act,
  from: move.from_status,
  to: move.to_status,
  by: { kind: move.by_kind, name: move.by_name, id: move.by_id },
  version: move.version,
  version_hash: move.version_hash,
  // Headlines of other versions may be those of drafts, which the record leaves out.
  headline: isOfVersion(move) ? (headlines.get(move.version ?? 0) ?? null) : null,
  declaration: move.declaration,
  machine_share: move.machine_share,
  signed_with: move.signed_with,
  signature: move.signature,
  ...(move.erased_hash !== null && { erased_hash: move.erased_hash }),
});

const isOfVersion = ({ signature, erased_hash }: PieceMoveRow) =>
  signature !== null && erased_hash === null;
