// The gate: movePiece makes every state transition of a piece, and no other code in a request can approve one.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { type Rendered, renderPreview } from '../../rendering/on-thread/markdown.ts';
import { slugify } from '../../rendering/text/slug.ts';
import { timeInZone } from '../../rendering/text/zoned-times.ts';
import { cardsIn } from '../../schemas/cards/cards.ts';
import { lacksAltText } from '../../schemas/images/covers.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import { AnyText, isBlank } from '../../schemas/text.ts';
import type { Status } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import { flag } from '../../store/tables/flag.ts';
import type { PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import { checkerOf } from '../../validation.ts';
import { type Actor, auditActor, byline, type WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { isSameVersion, withPlainLineEnds } from '../pieces/content.ts';
import { freeSlug } from '../pieces/slugs.ts';
import type { Answer } from '../provenance/declare.ts';
import { allowedActs, isTheirs } from '../states/allowed-acts.ts';
import { ACTS, type Move, type Rule } from '../states/state-table.ts';
import { queueDelivery } from '../webhooks/queue-deliveries.ts';
import { announce, feedsWith } from '../websub/websub.ts';
import { publicationFrom, putPublication } from './build-publication.ts';
import { declaredWith, recordOf, shareToDeclare } from './declared-move.ts';
import { type FirstChoices, takeChoices } from './first-choices.ts';
import { type Leased, laterOf, requireLease, settleSchedule } from './pin.ts';
import type { Later } from './publication-time.ts';
import { publishingTime } from './publishing-clock.ts';

/** A requested transition, with the choices of a first publication and the declaration. */
export interface MoveRequest extends FirstChoices, Answer {
  readonly pieceId: string;
  readonly act: Move;
  /** The version that the page showed, for transitions that make a version public. */
  readonly version?: number;
  readonly note?: string;
  /** The time to publish at, or to request at submission; immediately if absent. */
  readonly later?: Later | undefined;
}

/** `leased` means that the scheduler carries out an earlier decision, for the version pinned then. */
export async function movePiece(
  context: Context,
  actor: Actor,
  request: MoveRequest,
  leased?: Leased,
): Promise<PieceRow> {
  // API keys never change the state of a piece.
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  const { rule } = ACTS[request.act];
  const pieceId = pieceIdFrom(request.pieceId);
  // Rendering may take seconds, so it happens before locking. The version is compared again under the lock.
  const isPinned = leased !== undefined;
  const rendered =
    rule.to === 'approved'
      ? await renderedVersion(context, pieceId, request.version, isPinned)
      : null;
  const share = await shareToDeclare(context, actor, pieceId, request, isPinned);
  return context.store.transaction(async (store) => {
    if (rendered) await store.publications.lockPositions();
    return move({ ...context, store }, actor, { ...request, pieceId }, { rendered, share, leased });
  });
}

interface Prepared {
  readonly rendered: RenderedVersion | null;
  readonly share: Awaited<ReturnType<typeof shareToDeclare>>;
  readonly leased: Leased | undefined;
}

async function move(
  context: Context,
  actor: WriterActor,
  request: MoveRequest,
  { rendered, share, leased }: Prepared,
): Promise<PieceRow> {
  const { store } = context;
  const { act } = request;
  const now = context.now();
  const at = rendered ? await publishingTime(store, now) : timestamp(now);
  const { piece, shown, later } = await allowedMove(context, actor, request, leased, at);
  const before = await feedsWith(context, store, piece.id);
  const declared = await declaredWith(store, piece, request, share, shown);
  const chosen = await takeChoices(store, actor, piece, request, at);
  const number = chosen.version?.number ?? shown;
  const isHeld = later !== null && rendered !== null;
  // A scheduled publication is declared and signed when it takes place.
  const known = isHeld ? null : declared;
  const by = auditActor(actor);
  const record = await recordOf(store, chosen.piece, { act, at, by, number }, known);
  const going = { ...chosen.piece, provenance: record.provenance };
  const goingOut = isHeld ? null : shownWith(rendered, chosen.version);
  const moved = await (goingOut
    ? makePublic(store, actor, going, goingOut, act, at)
    : stays(store, going, isHeld ? null : ACTS[act].rule.to, at));
  const declaration = declared?.declaration ?? null;
  const settled = { act, actor, version: number, later, declaration, leased };
  await settleSchedule(store, moved, settled, at);
  await store.pieces.addMove({
    piece_id: piece.id,
    at,
    act: isHeld ? held(act) : act,
    from_status: piece.status,
    to_status: moved.status,
    ...byline(actor),
    version: number,
    note: noteOf(request) ?? timeOf(leased?.later ?? later, context.now()),
    ...record.columns,
  });
  await announce(store, [...before, ...(await feedsWith(context, store, piece.id))], at);
  if (goingOut) await queueDelivery(context, store, announced(piece), at);
  return moved;
}

interface AllowedMove {
  readonly piece: PieceRow;
  readonly shown: number;
  readonly later: Later | null;
}

/** Locks the piece, and throws unless the actor may make this transition now. */
async function allowedMove(
  context: Context,
  actor: WriterActor,
  request: MoveRequest,
  leased: Leased | undefined,
  at: string,
): Promise<AllowedMove> {
  const { store } = context;
  const piece = await store.pieces.lock(request.pieceId);
  if (!piece || !isTheirs(piece, actor, request.act)) throw new Problem('piece_not_found');
  if (leased) await requireLease(store, piece, leased, at);
  refuseUnlessAllowed(context, actor, piece, request, leased !== undefined);
  const shown = leased?.version ?? piece.working_version;
  if (ACTS[request.act].rule.carriesVersion) await refuseUnfinished(store, piece, shown);
  const later = leased ? null : await laterOf(store, piece, request, at);
  return { piece, shown, later };
}

const held = (act: Move) => (act === 'approve' ? 'approve_later' : 'schedule');

const timeOf = (later: Later | null, now: Date) =>
  later && timeInZone(later.dueAt, later.zone, now);

const announced = ({ id, author_id, published_at }: PieceRow) => ({
  pieceId: id,
  accountId: author_id,
  isFirst: published_at === null,
});

function refuseUnlessAllowed(
  { config }: Context,
  actor: WriterActor,
  piece: PieceRow,
  { act, version }: MoveRequest,
  isPinned: boolean,
): void {
  if (!allowedActs(piece, actor, config).includes(act)) throw new Problem('move_refused');
  const { carriesVersion }: Rule = ACTS[act].rule;
  if (carriesVersion && !isPinned && version !== piece.working_version)
    throw new Problem('version_conflict');
}

/** Throws if a text for readers lacks a headline, a body or a cover's alternative text, which drafts may lack. */
async function refuseUnfinished(store: Store, piece: PieceRow, number: number): Promise<void> {
  const version = await store.pieces.version(piece.id, number);
  if (!version || isBlank(version.headline) || isBlank(version.body_md)) {
    throw new Problem('not_publishable');
  }
  if (lacksAltText(version)) throw new Problem('cover_not_described');
}

interface RenderedVersion {
  version: PieceVersionRow;
  rendered: Rendered;
}

/** Replaces the rendered version with the one in the chosen category, whose rendering is the same. */
const shownWith = (shown: RenderedVersion | null, version: PieceVersionRow | null) =>
  shown && version ? { ...shown, version } : shown;

async function renderedVersion(
  { store }: Context,
  pieceId: string,
  version: number | undefined,
  isPinned: boolean,
) {
  const piece = await store.pieces.byId(pieceId);
  // The form's version is only compared and never used in a query, because it may not be a number.
  const number = isPinned ? version : piece?.working_version;
  const shown = number && (await store.pieces.version(pieceId, number));
  if (!shown || shown.number !== version) throw new Problem('version_conflict');
  return { version: shown, rendered: await renderPreview(shown.body_md, cardsIn(shown)) };
}

async function makePublic(
  store: Store,
  actor: WriterActor,
  piece: PieceRow,
  { version, rendered }: RenderedVersion,
  act: Move,
  at: string,
): Promise<PieceRow> {
  const [author] = await store.authors.byIds([piece.author_id]);
  if (!author) throw new Problem('piece_not_found');
  const slug = piece.slug ?? (await freeSlug(store, piece.author_id, slugify(version.headline)));
  if (piece.slug === null) {
    await store.pieces.addSlug({ author_id: author.id, slug, piece_id: piece.id, since: at });
  }
  const published = {
    slug,
    position: piece.position ?? (await store.publications.nextPosition()),
    published_at: piece.published_at ?? at,
    modified_at: at,
  };
  const moved: PieceRow = {
    ...piece,
    ...published,
    status: 'approved',
    live_version: version.number,
    has_changes: flag(await isNewer(store, piece, version)),
    publisher_id: act === 'publish_changes' ? piece.publisher_id : actor.accountId,
    updated_at: at,
  };
  await store.pieces.update(piece.id, moved);
  if (author.suspended_at === null) {
    await putPublication(store, publicationFrom({ ...moved, ...published }, version, rendered));
  }
  return moved;
}

async function isNewer(store: Store, piece: PieceRow, version: PieceVersionRow): Promise<boolean> {
  if (piece.working_version === version.number) return false;
  const working = await store.pieces.version(piece.id, piece.working_version);
  return working !== undefined && !isSameVersion(working, version);
}

/** Stores a transition that does not publish. If `to` is null, the state stays until the scheduled time. */
async function stays(store: Store, piece: PieceRow, to: Status | null, at: string) {
  if (to !== null) return takeBack(store, piece, to, at);
  await store.pieces.update(piece.id, { updated_at: at });
  return { ...piece, updated_at: at };
}

async function takeBack(store: Store, piece: PieceRow, to: Status, at: string): Promise<PieceRow> {
  const { provenance } = piece;
  const gone = { live_version: null, has_changes: flag(false), updated_at: at };
  const changes = { status: to, provenance, ...gone };
  await store.pieces.update(piece.id, changes);
  if (piece.status === 'approved') {
    await store.publications.remove(piece.id);
    await store.deliveries.cancelOfPiece(piece.id, at);
    await store.authors.refreshStats([piece.author_id]);
  }
  return { ...piece, ...changes };
}

const checkNote = checkerOf(Type.Object({ note: AnyText(PIECE_LIMITS.reviewNote) }));

function noteOf({ note = '' }: MoveRequest): string | null {
  return checkNote({ note: withPlainLineEnds(note).trim() }).note || null;
}
