// What a program may do with a writer's key: send drafts, and list the writer's own pieces.

import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import {
  CreatePieceBody,
  type CreatePieceResponse,
  MyPieceListItem,
} from '../../schemas/drafts.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { Limit, type Of, OneOf } from '../../schemas/shapes.ts';
import { checkerOf } from '../../schemas/validation.ts';
import { STATUSES } from '../../schemas/vocabulary.ts';
import type { OwnPieceShown, WholePiece } from '../../store/pieces/pieces.ts';
import type { Store } from '../../store/store.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import type { KeyActor } from '../actor.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_DRAFT } from '../examples.ts';
import { type Context, timestamp } from '../operation.ts';
import { type Urls, urlsOf } from '../urls.ts';
import { type Content, contentOf, normalise } from './content.ts';
import { newDraft } from './save-piece.ts';

const checkBody = checkerOf(CreatePieceBody);

/** What was sent, normalised and checked; unknown fields are not looked at. */
export const contentFrom = (body: unknown): Content => contentOf(checkBody(normalise(body)));

type Created = Of<typeof CreatePieceResponse>;

const createdRecord = (
  { id, created_at }: Pick<PieceRow, 'id' | 'created_at'>,
  slug: string,
  urls: Urls,
): Created => ({
  ok: true,
  id,
  status: 'draft',
  created_at,
  edit_url: urls.edit(id),
  profile_url: urls.author(slug).profile,
});

export const createdExample = (urls: Urls): Created =>
  createdRecord(EXAMPLE_DRAFT, EXAMPLE_AUTHOR.slug, urls);

/** The draft that a program sends; with an idempotency key, once however often it is sent. */
export async function submitDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): Promise<Created> {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const draft = newDraft(context, actor, contentFrom(body));
  const created = createdRecord(draft.piece, actor.slug, urlsOf(context.config.baseUrl));
  if (idempotencyKey === null) {
    await context.store.pieces.insert([draft]);
    return created;
  }
  return withIdempotencyKey(context.store, draft, created, {
    keyId: actor.keyId,
    idempotencyKey,
    bodyHash: hash('sha256', JSON.stringify(body)),
  });
}

const REMEMBERED_MS = 24 * 60 * 60 * 1000;

interface OnceRequest {
  keyId: string;
  idempotencyKey: string;
  bodyHash: string;
}

/** The answer to the first request and what it made stand or fall together. */
async function withIdempotencyKey(
  store: Store,
  draft: WholePiece,
  created: Created,
  request: OnceRequest,
): Promise<Created> {
  const since = timestamp(new Date(Date.parse(created.created_at) - REMEMBERED_MS));
  const known = await answerStoredFor(store, request, since);
  if (known) return known;
  const answer = {
    key_id: request.keyId,
    idempotency_key: request.idempotencyKey,
    body_hash: request.bodyHash,
    body: JSON.stringify(created),
    created_at: created.created_at,
  };
  try {
    await store.pieces.insertIdempotently(draft, answer, since);
    return created;
  } catch (error) {
    // Another with the same key was first; or else something is wrong.
    const others = await answerStoredFor(store, request, since);
    if (others) return others;
    throw error;
  }
}

const SWEPT_AT_ONCE = 500;

/** Removes the answers that no request can get any more, a few at a time. */
export async function sweepAnswers({ store, now }: Context): Promise<void> {
  const before = timestamp(new Date(now().getTime() - REMEMBERED_MS));
  while ((await store.idempotency.forget(before, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
}

/** What the key was answered with since then. */
async function answerStoredFor(
  store: Store,
  { keyId, idempotencyKey, bodyHash }: OnceRequest,
  since: string,
): Promise<Created | null> {
  const known = await store.idempotency.find(keyId, idempotencyKey, since);
  if (!known) return null;
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
  return ownPieces(rows, urlsOf(config.baseUrl));
}

export const ownPiecesExample = (urls: Urls) => ownPieces([EXAMPLE_DRAFT], urls);

function ownPieces(rows: OwnPieceShown[], urls: Urls): Of<typeof ListOwnOutput> {
  const pieces = rows.map((row) => ownPieceRecord(row, urls));
  return { ok: true, count: pieces.length, pieces };
}

const ownPieceRecord = (row: OwnPieceShown, urls: Urls): Of<typeof MyPieceListItem> => ({
  id: row.id,
  headline: row.headline,
  sub: row.sub,
  category: row.category,
  status: row.status,
  locale: row.locale,
  tags: JSON.parse(row.tags),
  created_at: row.created_at,
  edit_url: urls.edit(row.id),
});
