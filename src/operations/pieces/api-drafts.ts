// What a program may do with a writer's key: send drafts. The list of the writer's own is in api-list.ts.

import { hash } from 'node:crypto';
import { Problem } from '../../errors.ts';
import {
  CreatePieceBody,
  type CreatePieceResponse,
  type DryRunResponse,
} from '../../schemas/drafts.ts';
import type { Of } from '../../schemas/shapes.ts';
import { checkerOf } from '../../schemas/validation.ts';
import type { WholePiece } from '../../store/pieces/pieces.ts';
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

type Checked = Of<typeof DryRunResponse>;

export const checkedExample = (urls: Urls): Checked => checkedRecord(EXAMPLE_AUTHOR.slug, urls);

const checkedRecord = (slug: string, urls: Urls): Checked => ({
  ok: true,
  dry_run: true,
  status: 'draft',
  profile_url: urls.author(slug).profile,
});

/** Refuses whatever `submitDraft` would refuse, and stores nothing: neither a draft nor an answer. */
export async function checkDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): Promise<Checked> {
  const { draft, request } = preparedDraft(context, actor, body, idempotencyKey);
  if (request) await answerStoredFor(context.store, request, since(draft.piece.created_at));
  return checkedRecord(actor.slug, urlsOf(context.config.baseUrl));
}

/** The draft that a program sends; with an idempotency key, once however often it is sent. */
export async function submitDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): Promise<Created> {
  const { draft, request } = preparedDraft(context, actor, body, idempotencyKey);
  const created = createdRecord(draft.piece, actor.slug, urlsOf(context.config.baseUrl));
  if (request) return withIdempotencyKey(context.store, draft, created, request);
  await context.store.pieces.insert([draft]);
  return created;
}

function preparedDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): { draft: WholePiece; request: OnceRequest | null } {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const draft = newDraft(context, actor, contentFrom(body));
  if (idempotencyKey === null) return { draft, request: null };
  const bodyHash = hash('sha256', JSON.stringify(body));
  return { draft, request: { keyId: actor.keyId, idempotencyKey, bodyHash } };
}

const REMEMBERED_MS = 24 * 60 * 60 * 1000;

const since = (at: string) => timestamp(new Date(Date.parse(at) - REMEMBERED_MS));

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
  const remembered = since(created.created_at);
  const known = await answerStoredFor(store, request, remembered);
  if (known) return known;
  const answer = {
    key_id: request.keyId,
    idempotency_key: request.idempotencyKey,
    body_hash: request.bodyHash,
    body: JSON.stringify(created),
    created_at: created.created_at,
  };
  try {
    await store.pieces.insertIdempotently(draft, answer, remembered);
    return created;
  } catch (error) {
    // Another with the same key was first; or else something is wrong.
    const others = await answerStoredFor(store, request, remembered);
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
