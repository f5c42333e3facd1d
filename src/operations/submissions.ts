// What a program may do with a writer's key: send drafts, and list the writer's own pieces.

import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Problem } from '../errors.ts';
import { CreatePieceBody, type CreatePieceResponse, MyPieceListItem } from '../schemas/drafts.ts';
import { LIMITS } from '../schemas/limits.ts';
import { Limit, type Of, OneOf } from '../schemas/shapes.ts';
import { checkerOf } from '../schemas/validation.ts';
import { STATUSES } from '../schemas/vocabulary.ts';
import type { OwnPiece } from '../store/pieces.ts';
import type { Store } from '../store/store.ts';
import type { PieceRow } from '../store/tables.ts';
import type { KeyActor } from './actor.ts';
import { addressesOf } from './addresses.ts';
import { type Content, contentOf, tidied } from './content.ts';
import { createDraft } from './drafts.ts';
import { type Context, timestamp } from './operation.ts';

const checkBody = checkerOf(CreatePieceBody);

/** What was sent, tidied and checked; unknown fields are not looked at. */
const contentFrom = (body: unknown): Content => contentOf(checkBody(tidied(body)));

type Created = Of<typeof CreatePieceResponse>;

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
      createdRecord(context, actor, await createDraft(context, actor, content, { store }));
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
