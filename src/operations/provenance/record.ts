// The record of a piece, for its writer to show: drafts, notes, changes, publications.

import { Problem } from '../../errors.ts';
import type { StoredProvenance } from '../../schemas/provenance/provenance.ts';
import type {
  RecordedMove,
  RecordedVersion,
  RecordFile,
} from '../../schemas/provenance/record-file.ts';
import { RECORD_FORMAT } from '../../schemas/provenance/record-file.ts';
import { isUuid } from '../../schemas/validation.ts';
import { contentHash } from '../../store/pieces/version-hash.ts';
import type { VersionHistory } from '../../store/pieces/version-history.ts';
import type { PieceMoveRow, SavedRow } from '../../store/tables/pieces.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { type DeskPiece, deskPiece, wholePiece } from '../pieces/own-pieces.ts';
import { urlsOf } from '../urls.ts';
import { publicRecordKeys } from './record-key.ts';
import { faultsIn, keysIn, recordFrom } from './verify-record.ts';

export interface PieceRecord extends DeskPiece {
  record: RecordFile;
  faults: string[];
  /** Keys of signatures by another service, from which the piece was imported. */
  strangeKeys: string[];
}

/** No version has a larger number. */
const LARGEST = 2_147_483_647;

const AT_ONCE = 20;

export async function pieceRecord(
  context: Context,
  actor: WriterActor,
  id: string,
): Promise<PieceRecord> {
  const found = await deskPiece(context, actor, id);
  const record = await recordFile(context, found, actor.slug);
  const own = await publicRecordKeys(context.store);
  const strangeKeys = keysIn(record).filter((key) => !own.includes(key));
  return { ...found, record, faults: faultsIn(record), strangeKeys };
}

/** For the operator: the record of any piece outside the trash, and of an erased one. */
export async function anyRecord(context: Context, id: string): Promise<RecordFile> {
  const { store } = context;
  const found = await wholePiece(context, id);
  const [author] = found ? await store.authors.byIds([found.piece.author_id]) : [];
  if (found && author) return recordFile(context, found, author.slug);
  const erased = isUuid(id) ? await store.erasures.piece(id.toLowerCase()) : undefined;
  if (!erased) throw new Problem('piece_not_found');
  return recordFrom(JSON.parse(erased.record));
}

async function recordFile(
  context: Context,
  { piece, working, moves }: DeskPiece,
  author: string,
): Promise<RecordFile> {
  const { store, config, now } = context;
  await linkOld(context, piece.id);
  const publication = (await store.publications.byPieceId(piece.id)) ?? null;
  return {
    format: RECORD_FORMAT,
    made_at: timestamp(now()),
    keys_url: urlsOf(config.baseUrl).recordKeys,
    piece: {
      ...{ id: piece.id, headline: working.headline, author },
      ...{ status: piece.status, working_version: piece.working_version },
      provenance: storedIn(piece.provenance),
    },
    publication: publication && {
      ...{ version: piece.live_version, provenance: storedIn(publication.provenance) },
    },
    versions: await recordedVersions(store.versions, piece.id),
    moves: moves.map(recordedMove),
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

const storedIn = (provenance: string | null): StoredProvenance | null =>
  provenance === null ? null : JSON.parse(provenance);

/** Versions from before there were hashes get theirs, under the piece's lock. */
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

/** Content hashes are computed from what is stored now, so that an alteration shows. */
export async function recordedVersions(
  store: VersionHistory,
  pieceId: string,
): Promise<RecordedVersion[]> {
  const recorded = (await store.pruned(pieceId)).map(
    (row): RecordedVersion => ({
      ...{ number: row.number, state: 'pruned', saved_at: row.saved_at, saved_by: saver(row) },
      ...{ origin: row.origin, content_hash: row.content_hash },
      ...{ previous_hash: row.previous_hash, hash: row.hash },
    }),
  );
  let below = LARGEST;
  for (;;) {
    const rows = await store.page(pieceId, below, AT_ONCE);
    for (const row of rows) {
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
  return recorded.toSorted((one, two) => one.number - two.number);
}

export const recordedMove = (move: PieceMoveRow): RecordedMove => ({
  at: move.at,
  act: move.act,
  by: { kind: move.by_kind, name: move.by_name, id: move.by_id },
  version: move.version,
  version_hash: move.version_hash,
  declaration: move.declaration,
  machine_share: move.machine_share,
  signed_with: move.signed_with,
  signature: move.signature,
  ...(move.erased_hash !== null && { erased_hash: move.erased_hash }),
});
