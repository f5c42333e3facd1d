// What a program may do with a writer's key: send drafts, and list the writer's own pieces.

import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Problem } from '../errors.ts';
import { CreatePieceBody, type CreatePieceResponse, MyPieceListItem } from '../schemas/drafts.ts';
import { LIMITS } from '../schemas/limits.ts';
import { Limit, type Of, OneOf } from '../schemas/shapes.ts';
import { checkerOf } from '../schemas/validation.ts';
import { STATUSES } from '../schemas/vocabulary.ts';
import type { OwnPieceShown } from '../store/pieces.ts';
import type { Store } from '../store/store.ts';
import type { PieceRow } from '../store/tables.ts';
import type { KeyActor } from './actor.ts';
import { type Addresses, addressesOf } from './addresses.ts';
import { type Content, contentOf, tidied } from './content.ts';
import { createDraft } from './drafts.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_DRAFT } from './examples.ts';
import { type Context, timestamp } from './operation.ts';

const checkBody = checkerOf(CreatePieceBody);

/** What was sent, tidied and checked; unknown fields are not looked at. */
export const contentFrom = (body: unknown): Content => contentOf(checkBody(tidied(body)));

type Created = Of<typeof CreatePieceResponse>;

const createdRecord = (
  { id, created_at }: Pick<PieceRow, 'id' | 'created_at'>,
  slug: string,
  addresses: Addresses,
): Created => ({
  ok: true,
  id,
  status: 'draft',
  created_at,
  edit_url: addresses.edit(id),
  profile_url: addresses.author(slug).profile,
});

export const createdExample = (addresses: Addresses): Created =>
  createdRecord(EXAMPLE_DRAFT, EXAMPLE_AUTHOR.slug, addresses);

/** The draft that a program sends; with an idempotency key, once however often it is sent. */
export async function submitDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): Promise<Created> {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const content = contentFrom(body);
  const addresses = addressesOf(context.config.baseUrl);
  return context.store.transaction(async (store) => {
    const create = async () =>
      createdRecord(await createDraft(context, actor, content, { store }), actor.slug, addresses);
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
  return ownPieces(rows, addressesOf(config.baseUrl));
}

export const ownPiecesExample = (addresses: Addresses) => ownPieces([EXAMPLE_DRAFT], addresses);

function ownPieces(rows: OwnPieceShown[], addresses: Addresses): Of<typeof ListOwnOutput> {
  const pieces = rows.map((row) => ownPieceRecord(row, addresses));
  return { ok: true, count: pieces.length, pieces };
}

const ownPieceRecord = (row: OwnPieceShown, addresses: Addresses): Of<typeof MyPieceListItem> => ({
  id: row.id,
  headline: row.headline,
  sub: row.sub,
  category: row.category,
  status: row.status,
  locale: row.locale,
  tags: JSON.parse(row.tags),
  created_at: row.created_at,
  edit_url: addresses.edit(row.id),
});
