// Saves pieces: creates drafts from a program or the desk, and adds versions.

import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Problem } from '../../../errors.ts';
import { NO_CARDS } from '../../../schemas/cards/cards.ts';
import { savedFields } from '../../../schemas/drafts.ts';
import type { NewVersion } from '../../../store/pieces/version-chain.ts';
import { NOT_DECLARED, type WholePiece } from '../../../store/pieces/whole-piece.ts';
import type { Store } from '../../../store/store.ts';
import { flag } from '../../../store/tables/flag.ts';
import type { PieceRow } from '../../../store/tables/pieces.ts';
import { checkerOf } from '../../../validation.ts';
import { type Actor, auditActor, byline } from '../../actor.ts';
import { cardsOfText } from '../../cards/cards.ts';
import { type Context, timestamp } from '../../operation.ts';
import { pieceIdFrom } from '../../piece-ids.ts';
import { EDITABLE } from '../../states/state-table.ts';
import { type Content, contentOf, isSameVersion, normalise } from '../content.ts';
import { refuseTrashed } from '../own-pieces.ts';
import { followNotes } from './follow-notes.ts';
import { isIntermediateAutosave } from './prune-autosaves.ts';

/** Checks content at the desk, where headline or text may be missing. */
const checkWorking = checkerOf(Type.Object(savedFields));

export const workingContentFrom = (body: unknown, baseUrl?: string): Content =>
  contentOf(checkWorking(normalise(body, baseUrl)));

interface NewDraft {
  origin?: 'created' | 'imported';
  /** An id that the client chooses, so that a retry creates no second draft. */
  id?: string;
  cards?: string;
}

export async function createDraft(
  context: Context,
  actor: Actor,
  content: Content,
  options: NewDraft = {},
): Promise<PieceRow> {
  const cards = await cardsOfText(context.store, actor, content.body_md, context.now());
  const draft = newDraft(context, actor, content, { ...options, cards });
  await context.store.pieces.insert(draft);
  return draft.piece;
}

/** The state is always draft, even if a client sends a different one. */
export function newDraft(
  { now }: Context,
  actor: Actor,
  content: Content,
  { origin = 'created', id = randomUUID(), cards = NO_CARDS }: NewDraft = {},
): WholePiece {
  const at = timestamp(now());
  const piece: PieceRow = {
    id,
    author_id: actor.accountId,
    status: 'draft',
    slug: null,
    working_version: 1,
    live_version: null,
    created_at: at,
    updated_at: at,
    published_at: null,
    modified_at: null,
    publisher_id: null,
    position: null,
    trashed_at: null,
    edited_at: at,
    has_changes: 0,
    is_machine_draft: flag(actor.kind !== 'writer'),
    revision_asked_at: null,
    provenance: null,
  };
  const version = { ...versionOf(piece, 1, content, actor, at, origin), cards };
  const created = {
    piece_id: piece.id,
    number: 1,
    at,
    act: 'create',
    from_status: null,
    to_status: piece.status,
    ...byline(actor),
    version: 1,
    note: null,
    ...NOT_DECLARED,
  };
  return { piece, versions: [version], slugs: [], moves: [created] };
}

export function versionOf(
  piece: PieceRow,
  number: number,
  content: Content,
  actor: Actor,
  at: string,
  origin: string,
): Omit<NewVersion, 'cards'> {
  const by = auditActor(actor);
  return {
    ...content,
    piece_id: piece.id,
    number,
    saved_at: at,
    saved_by_kind: by.kind,
    saved_by_name: by.name,
    saved_by_id: by.id,
    origin,
  };
}

/** How a version came to be: saved by hand, while typing, from an older version, or from a proposal. */
type VersionOrigin = 'saved' | 'autosaved' | 'restored' | 'taken';

/** Throws if a version newer than `shownVersion` exists. A restored version passes its own `cards`. */
export async function savePiece(
  context: Context,
  actor: Actor,
  pieceId: string,
  shownVersion: number,
  content: Content,
  origin: VersionOrigin = 'saved',
  cards?: string,
): Promise<PieceRow> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  return context.store.transaction(async (store) => {
    const piece = await store.pieces.lock(pieceIdFrom(pieceId));
    if (!piece) await refuseTrashed(store, actor, pieceId);
    if (!piece || piece.author_id !== actor.accountId) throw new Problem('piece_not_found');
    if (!EDITABLE.includes(piece.status)) throw new Problem('move_refused');
    if (piece.working_version !== shownVersion) throw new Problem('version_conflict');
    const at = timestamp(context.now());
    const number = piece.working_version + 1;
    const before = () => store.pieces.version(piece.id, piece.working_version);
    const version = {
      ...versionOf(piece, number, content, actor, at, origin),
      cards: cards ?? (await cardsOfText(store, actor, content.body_md, new Date(at), before)),
    };
    await store.pieces.addVersion(version);
    await followNotes(
      store,
      piece.id,
      async () => (await before())?.body_md ?? '',
      version.body_md,
    );
    if (origin === 'autosaved') await pruneAutosaves(store, piece, version);
    const changes = {
      ...{ working_version: number, updated_at: at, edited_at: at, is_machine_draft: flag(false) },
      has_changes: flag(await differsFromLive(store, piece, version)),
    };
    await store.pieces.update(piece.id, changes);
    return { ...piece, ...changes };
  });
}

async function differsFromLive(store: Store, { id, live_version }: PieceRow, version: NewVersion) {
  const live = live_version === null ? null : await store.pieces.version(id, live_version);
  return live ? !isSameVersion(live, version) : false;
}

/** Removes the replaced autosave if it was only a step between two others. */
async function pruneAutosaves(
  store: Store,
  { id, working_version }: PieceRow,
  next: NewVersion,
): Promise<void> {
  const [last, before] = await store.pieces.latestVersions(id, working_version, 2);
  if (last && before && isIntermediateAutosave(before, last, next)) {
    await store.versions.removeAutosave(id, last.number);
  }
}
