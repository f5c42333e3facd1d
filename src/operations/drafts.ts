// Writing: new drafts, from a key or at the desk, and every later saved state of a piece.

import { createHash, randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Problem } from '../errors.ts';
import {
  CreatePieceBody,
  type CreatePieceResponse,
  draftFields,
  MyPieceListItem,
} from '../schemas/drafts.ts';
import { LIMITS } from '../schemas/limits.ts';
import { Limit, type Of, OneOf } from '../schemas/shapes.ts';
import { checkerOf } from '../schemas/validation.ts';
import { STATUSES } from '../schemas/vocabulary.ts';
import type { OwnPiece } from '../store/pieces.ts';
import type { Store } from '../store/store.ts';
import type { PieceRow, PieceVersionRow } from '../store/tables.ts';
import { type Actor, type KeyActor, signatureOf } from './actor.ts';
import { addressesOf } from './addresses.ts';
import { type Content, contentOf, tidied } from './content.ts';
import { type Context, timestamp } from './operation.ts';
import { EDITABLE } from './state-table.ts';

const checkBody = checkerOf(CreatePieceBody);

/** What was sent, tidied and checked; unknown fields are not looked at. */
const contentFrom = (body: unknown): Content => contentOf(checkBody(tidied(body)));

/** At the desk a text may be saved before it has a headline, or the other way round. */
const checkWorking = checkerOf(
  Type.Object({
    ...draftFields,
    headline: Type.String({ maxLength: LIMITS.headline }),
    body_md: Type.String({ maxLength: LIMITS.bodyMd }),
  }),
);

export const workingContentFrom = (body: unknown): Content => contentOf(checkWorking(tidied(body)));

/** A new draft of the actor's own. Whoever sends whatever, it is a draft. */
export async function createDraft(
  context: Context,
  actor: Actor,
  content: Content,
  store: Store = context.store,
): Promise<PieceRow> {
  const at = timestamp(context.now());
  const piece: PieceRow = {
    id: randomUUID(),
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
  };
  const version = versionOf(piece, 1, content, actor, at, 'created');
  const by = signatureOf(actor);
  const created = {
    piece_id: piece.id,
    number: 1,
    at,
    act: 'create',
    from_status: null,
    to_status: piece.status,
    by_kind: by.kind,
    by_name: by.name,
    by_id: by.id,
    session_id: actor.kind === 'writer' ? actor.sessionId : null,
    version: 1,
    note: null,
  };
  await store.transaction((tx) =>
    tx.pieces.insert([{ piece, versions: [version], slugs: [], moves: [created] }]),
  );
  return piece;
}

function versionOf(
  piece: PieceRow,
  number: number,
  content: Content,
  actor: Actor,
  at: string,
  origin: string,
): PieceVersionRow {
  const by = signatureOf(actor);
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

/** Saves a new working copy over the version that was shown; a newer one is not overwritten. */
export async function savePiece(
  context: Context,
  actor: Actor,
  pieceId: string,
  shownVersion: number,
  content: Content,
): Promise<PieceRow> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  return context.store.transaction(async (store) => {
    const piece = await store.pieces.lock(pieceId);
    if (!piece || piece.author_id !== actor.accountId) throw new Problem('piece_not_found');
    if (!EDITABLE.includes(piece.status)) throw new Problem('move_refused');
    if (piece.working_version !== shownVersion) throw new Problem('version_conflict');
    const at = timestamp(context.now());
    const number = piece.working_version + 1;
    await store.pieces.addVersion(versionOf(piece, number, content, actor, at, 'saved'));
    const changes = { working_version: number, updated_at: at };
    await store.pieces.update(piece.id, changes);
    return { ...piece, ...changes };
  });
}

export type Created = Of<typeof CreatePieceResponse>;

const createdRecord = ({ config }: Context, actor: KeyActor, piece: PieceRow): Created => ({
  ok: true,
  id: piece.id,
  status: 'draft',
  created_at: piece.created_at,
  edit_url: addressesOf(config.baseUrl).edit(piece.id),
  profile_url: addressesOf(config.baseUrl).author(actor.slug).profile,
});

/** The draft that a program sends; with an idempotency key, once however often it is sent. */
export async function submitDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): Promise<Created> {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const content = contentFrom(body);
  return context.store.transaction(async (store) => {
    const create = async () =>
      createdRecord(context, actor, await createDraft(context, actor, content, store));
    if (idempotencyKey === null) return create();
    const request = {
      keyId: actor.keyId,
      idempotencyKey,
      bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
      at: context.now(),
    };
    return onlyOnce(store, request, create);
  });
}

const REMEMBERED_MS = 24 * 60 * 60 * 1000;

interface OnceRequest {
  keyId: string;
  idempotencyKey: string;
  bodyHash: string;
  at: Date;
}

/** The note of the first request and what it made stand or fall together, in one transaction. */
async function onlyOnce(
  store: Store,
  { keyId, idempotencyKey, bodyHash, at }: OnceRequest,
  create: () => Promise<Created>,
): Promise<Created> {
  const forgotten = timestamp(new Date(at.getTime() - REMEMBERED_MS));
  await store.idempotency.forgetBefore(keyId, forgotten);
  const isFirst = await store.idempotency.claim(keyId, idempotencyKey, bodyHash, timestamp(at));
  if (isFirst) {
    const created = await create();
    await store.idempotency.finish(keyId, idempotencyKey, JSON.stringify(created));
    return created;
  }
  const known = await store.idempotency.find(keyId, idempotencyKey);
  if (!known?.body) throw new Problem('still_running');
  if (known.body_hash !== bodyHash) throw new Problem('key_reused');
  return JSON.parse(known.body);
}

export const ListOwnInput = Type.Object({
  limit: Limit(LIMITS.ownPieces),
  status: Type.Optional(OneOf(STATUSES, { description: 'Only pieces in this state.' })),
});

export const ListOwnOutput = Type.Object({
  ok: Type.Literal(true),
  count: Type.Integer(),
  pieces: Type.Array(MyPieceListItem),
});

/** The key owner's own pieces in all states, newest first by creation. */
export async function listOwnPieces(
  { store, config }: Context,
  actor: KeyActor,
  { limit = LIMITS.ownPieces.default, status }: Of<typeof ListOwnInput>,
): Promise<Of<typeof ListOwnOutput>> {
  const rows = await store.pieces.ofAuthor(actor.accountId, status ?? null, limit);
  const pieces = rows.map((row) => ownPieceRecord(row, config.baseUrl));
  return { ok: true, count: pieces.length, pieces };
}

const ownPieceRecord = (row: OwnPiece, baseUrl: string): Of<typeof MyPieceListItem> => ({
  id: row.id,
  headline: row.headline,
  sub: row.sub,
  category: row.category,
  status: row.status,
  locale: row.locale,
  tags: JSON.parse(row.tags),
  created_at: row.created_at,
  edit_url: addressesOf(baseUrl).edit(row.id),
});
