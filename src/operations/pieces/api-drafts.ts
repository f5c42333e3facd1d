// Creates drafts for a program with a writer's API key. The list of the writer's pieces is in api-list.ts.

import { Problem } from '../../errors.ts';
import {
  CreatePieceBody,
  type CreatePieceResponse,
  type DryRunResponse,
} from '../../schemas/drafts.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { WholePiece } from '../../store/pieces/whole-piece.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import { checkerOf } from '../../validation.ts';
import type { KeyActor } from '../actor.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_DRAFT } from '../examples.ts';
import {
  answeredOnce,
  answerRow,
  answerStoredFor,
  type OnceRequest,
  onceRequest,
  rememberedSince,
} from '../idempotency.ts';
import type { Context } from '../operation.ts';
import { type Urls, urlsOf } from '../urls.ts';
import { type Content, contentOf, normalise } from './content.ts';
import { checkCover } from './covers.ts';
import { newDraft } from './saving/save-piece.ts';

const checkBody = checkerOf(CreatePieceBody);

export function contentFrom(body: unknown, baseUrl?: string): Content {
  const checked = checkBody(normalise(body, baseUrl));
  // The base URL is needed to recognise our own images, and to refuse a cover that no page can show.
  if (baseUrl !== undefined) checkCover({ image: checked.image ?? null });
  return contentOf(checked);
}

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

/** Checks a draft like `submitDraft`, but stores nothing. */
export async function checkDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): Promise<Checked> {
  const { draft, request } = preparedDraft(context, actor, body, idempotencyKey);
  if (request)
    await answerStoredFor(context.store, request, rememberedSince(draft.piece.created_at));
  return checkedRecord(actor.slug, urlsOf(context.config.baseUrl));
}

/** With an Idempotency-Key, repeated requests create only one draft. */
export async function submitDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): Promise<Created> {
  const { draft, request } = preparedDraft(context, actor, body, idempotencyKey);
  const created = createdRecord(draft.piece, actor.slug, urlsOf(context.config.baseUrl));
  const { store } = context;
  if (request) {
    const remembered = rememberedSince(created.created_at);
    return answeredOnce(store, request, remembered, async () => {
      const answer = answerRow(request, created, created.created_at);
      // The draft and the stored response are committed together.
      await store.pieces.insertIdempotently(draft, answer, remembered);
      return created;
    });
  }
  await store.pieces.insert(draft);
  return created;
}

function preparedDraft(
  context: Context,
  actor: KeyActor,
  body: unknown,
  idempotencyKey: string | null,
): { draft: WholePiece; request: OnceRequest | null } {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const draft = newDraft(context, actor, contentFrom(body, context.config.baseUrl));
  return { draft, request: onceRequest(actor, idempotencyKey, body) };
}
