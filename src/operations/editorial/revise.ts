// A program revises a piece: a new version if the program wrote the working copy, otherwise a proposal.

import { Problem } from '../../errors.ts';
import type { ContentField } from '../../schemas/content-fields.ts';
import type { RevisePieceResponse } from '../../schemas/editorial/editorial.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { Store } from '../../store/store.ts';
import { flag } from '../../store/tables/flag.ts';
import type { PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import type { KeyActor } from '../actor.ts';
import { cardsOfText } from '../cards/cards.ts';
import {
  answeredOnce,
  answerRow,
  answerStoredFor,
  onceRequest,
  rememberedSince,
} from '../idempotency.ts';
import { type Context, timestamp } from '../operation.ts';
import { contentFrom } from '../pieces/api-drafts.ts';
import { changedContent, emptiedFields } from '../pieces/changed-content.ts';
import type { Content } from '../pieces/content.ts';
import { followNotes } from '../pieces/saving/follow-notes.ts';
import { versionOf } from '../pieces/saving/save-piece.ts';
import { type Urls, urlsOf } from '../urls.ts';
import { isFresh, refuseStale, requireIfMatch } from './if-match.ts';
import { lockOwnPiece, ownPieceRow } from './own-piece.ts';
import { addProposal, type ProposalFacts, proposalRecord } from './proposals.ts';

export type Revised = Of<typeof RevisePieceResponse>;

interface Precondition {
  readonly id: string;
  readonly ifMatch: string | null;
  readonly idempotencyKey: string | null;
}

/** Checks If-Match before the body is read. A repeated request is stale, but passes if its response is stored. */
export async function checkPrecondition(
  { store, now }: Context,
  actor: KeyActor,
  { id, ifMatch, idempotencyKey }: Precondition,
): Promise<void> {
  const header = requireIfMatch(ifMatch);
  const { working_version } = await ownPieceRow(store, actor, id);
  if (isFresh(header, working_version)) return;
  const since = rememberedSince(timestamp(now()));
  const isRepeated =
    idempotencyKey !== null &&
    (await store.idempotency.find(actor.keyId, idempotencyKey, since)) !== undefined;
  if (!isRepeated) refuseStale(header, working_version);
}

interface Revision extends Precondition {
  /** PUT replaces all fields; PATCH keeps those that the body doesn't name. */
  readonly method: 'PUT' | 'PATCH';
  readonly body: unknown;
}

/** Compares If-Match again with the locked piece, because its writer may have saved meanwhile. */
export async function revisePiece(
  context: Context,
  actor: KeyActor,
  { id, method, body, ifMatch, idempotencyKey }: Revision,
): Promise<Revised> {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const { store } = context;
  const header = requireIfMatch(ifMatch);
  const piece = await ownPieceRow(store, actor, id);
  const at = timestamp(context.now());
  const since = rememberedSince(at);
  const request = onceRequest(actor, idempotencyKey, [method, piece.id, body]);
  const revise = () =>
    store.transaction(async (tx): Promise<Revised> => {
      const found = await lockOwnPiece(tx, actor, piece.id);
      // A concurrent request with the same Idempotency-Key may have been first.
      const known = request && (await answerStoredFor(tx, request, since));
      if (known) return JSON.parse(known);
      refuseStale(header, found.piece.working_version);
      const { baseUrl } = context.config;
      const content =
        method === 'PUT'
          ? contentFrom(body, baseUrl)
          : changedContent(body, found.working, baseUrl);
      const revised = await write(tx, actor, found, content, at, urlsOf(baseUrl));
      if (request) await tx.idempotency.remember(answerRow(request, revised, at), since);
      return revised;
    });
  return request ? answeredOnce(store, request, since, revise) : revise();
}

interface Found {
  piece: PieceRow;
  working: PieceVersionRow;
}

/** True if the API key wrote the working copy, which it may then replace until the piece is submitted. */
const isItsOwn = ({ piece, working }: Found, { kind, keyId }: KeyActor) =>
  working.saved_by_kind === kind &&
  working.saved_by_id === keyId &&
  (piece.status === 'draft' || piece.status === 'changes_requested');

async function write(
  store: Store,
  actor: KeyActor,
  found: Found,
  content: Content,
  at: string,
  urls: Urls,
): Promise<Revised> {
  const { piece, working } = found;
  if (piece.status === 'rejected') throw new Problem('piece_rejected');
  if (isItsOwn(found, actor)) {
    return revisedRecord(await addVersion(store, actor, found, content, at), null, urls);
  }
  const proposal = await addProposal(store, actor, piece, content, at);
  const answered = { revision_asked_at: null };
  if (piece.revision_asked_at !== null) await store.pieces.update(piece.id, answered);
  const empties = emptiedFields(working, content);
  return revisedRecord({ ...piece, ...answered }, { ...proposal, empties }, urls);
}

async function addVersion(
  store: Store,
  actor: KeyActor,
  { piece, working }: Found,
  content: Content,
  at: string,
): Promise<PieceRow> {
  const number = piece.working_version + 1;
  const cards = await cardsOfText(store, actor, content.body_md, new Date(at));
  const version = { ...versionOf(piece, number, content, actor, at, 'saved'), cards };
  await store.pieces.addVersion(version);
  await followNotes(store, piece.id, working.body_md, version.body_md);
  const changes = {
    ...{ working_version: number, updated_at: at, edited_at: at, revision_asked_at: null },
    is_machine_draft: flag(true),
  };
  await store.pieces.update(piece.id, changes);
  return { ...piece, ...changes };
}

export type RevisedPiece = Pick<PieceRow, 'id' | 'status' | 'working_version' | 'updated_at'>;

export const revisedRecord = (
  { id, status, working_version, updated_at }: RevisedPiece,
  proposal: (ProposalFacts & { empties: ContentField[] }) | null,
  urls: Urls,
): Revised => ({
  ok: true,
  id,
  status,
  version: working_version,
  updated_at,
  edit_url: urls.edit(id),
  proposal: proposal && { ...proposalRecord(proposal), empties: proposal.empties },
});
