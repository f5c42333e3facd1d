// Erases the pieces of an account, or their names alone, a few in each transaction. Each record gets an entry that says
// so, which is signed.

import { hashesIn } from '../../schemas/images/image-urls.ts';
import type { StoredProvenance } from '../../schemas/provenance/provenance.ts';
import { RECORD_FORMAT, type RecordFile } from '../../schemas/provenance/record-file.ts';
import { ERASED } from '../../store/erasures/erased-texts.ts';
import type { Store } from '../../store/store.ts';
import type { ErasureRow } from '../../store/tables/erasures.ts';
import { flag } from '../../store/tables/flag.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import { type Context, timestamp } from '../operation.ts';
import { ERASE, erasedHash } from '../provenance/erased-names.ts';
import { signErasure } from '../provenance/record-key.ts';
import { recordedMove, recordedVersions } from '../publishing/piece-record.ts';
import { urlsOf } from '../urls.ts';
import { FORMER } from './begin-erasure.ts';

/** Pieces of one transaction: other writers wait only briefly. */
const AT_ONCE = 10;

/** Returns whether all of them are done; a run that was stopped is continued by the next. */
export async function erasePieces(
  context: Context,
  { account_id, pieces }: ErasureRow,
  signal?: AbortSignal,
): Promise<boolean> {
  const next = (store: Store) => store.erasedTexts.unerased(account_id, pieces, AT_ONCE);
  return inParts(context, next, signal, async (inside, piece) => {
    const isKept = pieces === 'keep' && piece.status === 'approved';
    await (isKept ? keepPiece(inside, piece) : erasePiece(inside, piece));
  });
}

/** Other writers' pieces keep their words: only the account's name goes from their records and notes. */
export const eraseElsewhere = (
  context: Context,
  { account_id, keep_as }: ErasureRow,
  signal?: AbortSignal,
): Promise<boolean> => {
  const next = (store: Store) => store.erasedTexts.piecesNaming(account_id, AT_ONCE);
  return inParts(context, next, signal, async (inside, { id }) => {
    const { store } = inside;
    if (!(await store.erasedTexts.eraseName(id, account_id, keep_as ?? FORMER))) return;
    await store.versions.linkOld(id);
    const piece = await lockAnywhere(store, id);
    if (piece) await addErasure(inside, piece);
  });
};

async function inParts(
  context: Context,
  next: (store: Store) => Promise<string[]>,
  signal: AbortSignal | undefined,
  work: (inside: Context, piece: PieceRow) => Promise<void>,
): Promise<boolean> {
  for (;;) {
    if (signal?.aborted) return false;
    const count = await context.store.transaction(async (store) => {
      const ids = await next(store);
      for (const id of ids) {
        const piece = await lockAnywhere(store, id);
        // Another process may have been here.
        if (piece) await work({ ...context, store }, piece);
      }
      return ids.length;
    });
    if (count === 0) return true;
  }
}

const lockAnywhere = async ({ pieces }: Store, id: string) =>
  (await pieces.lock(id)) ?? (await pieces.lockInTrash(id));

/** The published words stay, with the hashes of all others. */
async function keepPiece(context: Context, piece: PieceRow): Promise<void> {
  const { store } = context;
  await noteImages(store, piece);
  await store.versions.linkOld(piece.id);
  await store.erasedTexts.keepLiveOnly(piece);
  await store.erasedTexts.eraseAllNames(piece.id);
  await addErasure(context, piece);
  await store.pieces.update(piece.id, {
    working_version: piece.live_version ?? piece.working_version,
    has_changes: flag(false),
    revision_asked_at: null,
  });
}

/** The record stays, without a word or a name. */
async function erasePiece(context: Context, piece: PieceRow): Promise<void> {
  const { store } = context;
  await noteImages(store, piece);
  await store.versions.linkOld(piece.id);
  await store.erasedTexts.eraseAllNames(piece.id);
  await addErasure(context, piece, NO_HEADLINES);
  const record = JSON.stringify(await lastRecord(context, piece));
  const erased_at = timestamp(context.now());
  const { id: piece_id, author_id: account_id } = piece;
  await store.erasures.addPiece({ piece_id, account_id, erased_at, record });
  await store.publications.remove(piece.id);
  await store.pieces.remove(piece.id);
}

async function noteImages(store: Store, { id, author_id }: PieceRow): Promise<void> {
  const texts = await store.versions.textsWithImages(id);
  await store.erasures.addImages(author_id, texts.flatMap(hashesIn));
}

/** An erased piece keeps no headline, neither in its record nor under the signature. */
const NO_HEADLINES: ReadonlyMap<number, string> = new Map();

async function addErasure(
  { store, now }: Context,
  piece: PieceRow,
  shown?: typeof NO_HEADLINES,
): Promise<void> {
  const { versions, headlines } = await recordedVersions(store.versions, piece.id);
  const rows = await store.pieces.moves(piece.id);
  const moves = rows.map((move) => recordedMove(move, shown ?? headlines));
  const last = versions.at(-1);
  const at = timestamp(now());
  const facts = {
    ...{ piece_id: piece.id, at, version: last?.number ?? 0, version_hash: last?.hash ?? null },
    erased_hash: erasedHash({ versions, moves }, last?.number ?? 0),
  };
  const [from, to, number] = [piece.status, piece.status, (moves.at(-1)?.number ?? 0) + 1];
  const previous = moves.findLast(({ signature }) => signature !== null)?.signature ?? null;
  await store.pieces.addMove({
    ...{ ...facts, act: ERASE, from_status: from, to_status: to },
    ...{ by_kind: 'operator', by_name: ERASED, by_id: null, session_id: null, note: null },
    ...(await signErasure(store, { ...facts, number, from, to }, previous)),
  });
}

async function lastRecord({ store, config, now }: Context, piece: PieceRow): Promise<RecordFile> {
  const { versions } = await recordedVersions(store.versions, piece.id);
  const moves = await store.pieces.moves(piece.id);
  const provenance: StoredProvenance | null =
    piece.provenance === null ? null : JSON.parse(piece.provenance);
  return {
    format: RECORD_FORMAT,
    made_at: timestamp(now()),
    keys_url: urlsOf(config.baseUrl).recordKeys,
    piece: {
      ...{ id: piece.id, headline: ERASED, author: ERASED, author_id: piece.author_id },
      ...{ author_names: [ERASED], status: piece.status, live_version: piece.live_version },
      ...{ working_version: versions.at(-1)?.number ?? 0, provenance },
    },
    publication: null,
    versions: versions.map((version) => ({ ...version, state: 'pruned' as const })),
    moves: moves.map((move) => recordedMove(move, NO_HEADLINES)),
    ...{ notes: [], proposals: [] },
  };
}
