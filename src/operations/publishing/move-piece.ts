// The gate: movePiece makes every state transition of a piece (submit, approve, publish, unpublish and the
// rest), and no other code that a request reaches approves a piece.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { type Rendered, renderPreview } from '../../rendering/markdown/markdown.ts';
import { slugify } from '../../rendering/text/slug.ts';
import { cardsIn } from '../../schemas/cards/cards.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { AnyText, isBlank } from '../../schemas/text.ts';
import { checkerOf } from '../../schemas/validation.ts';
import type { Status } from '../../schemas/vocabulary.ts';
import { flag } from '../../store/flag.ts';
import type { Store } from '../../store/store.ts';
import type { PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import { type Actor, auditActor, type WriterActor } from '../actor.ts';
import { announce, feedsWith } from '../feeds/websub.ts';
import { type Context, timestamp } from '../operation.ts';
import { withPlainLineEnds } from '../pieces/content.ts';
import { pieceIdFrom } from '../pieces/piece-ids.ts';
import { freeSlug } from '../pieces/slugs.ts';
import type { Answer } from '../provenance/declare.ts';
import { queueDelivery } from '../webhooks/queue-deliveries.ts';
import { allowedActs, isTheirs } from './allowed-acts.ts';
import { publicationFrom, putPublication } from './build-publication.ts';
import { declaredWith, recordOf, shareToDeclare } from './declared-move.ts';
import { type FirstChoices, takeChoices } from './first-choices.ts';
import { ACTS, type Move, type Rule } from './state-table.ts';

/** With what is chosen on the page of a first publication, and what is declared there. */
export interface MoveRequest extends FirstChoices, Answer {
  readonly pieceId: string;
  readonly act: Move;
  /** The version that was shown, where the move carries one. */
  readonly version?: number;
  readonly note?: string;
}

export async function movePiece(
  context: Context,
  actor: Actor,
  request: MoveRequest,
): Promise<PieceRow> {
  // An API key never changes the state of a piece.
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  const { rule } = ACTS[request.act];
  const pieceId = pieceIdFrom(request.pieceId);
  // Rendering may take seconds, so it is done before anything is locked; the lock then shows
  // whether the version is still the one that was rendered.
  const rendered =
    rule.to === 'approved' ? await renderedVersion(context, pieceId, request.version) : null;
  const share = await shareToDeclare(context, actor, pieceId, request);
  return context.store.transaction(async (store) => {
    const piece = await store.pieces.lock(pieceId);
    if (!piece || !isTheirs(piece, actor, request.act)) throw new Problem('piece_not_found');
    refuseUnlessAllowed(context, actor, piece, request);
    if (rule.carriesVersion) await refuseUnfinished(store, piece);
    const at = timestamp(context.now());
    const before = await feedsWith(context, store, piece.id);
    const declared = await declaredWith(store, piece, request, share);
    const chosen = await takeChoices(store, actor, piece, request, at);
    const record = await recordOf(store, chosen.piece, request.act, declared, at);
    const going = { ...chosen.piece, provenance: record.provenance };
    const moved = await (rendered
      ? makePublic(store, actor, going, shownWith(rendered, chosen.version), request.act, at)
      : takeBack(store, going, rule.to, at));
    await store.pieces.addMove({
      piece_id: piece.id,
      at,
      act: request.act,
      from_status: piece.status,
      to_status: rule.to,
      ...byline(actor),
      version: moved.working_version,
      note: noteOf(request),
      ...record.columns,
    });
    await announce(store, [...before, ...(await feedsWith(context, store, piece.id))], at);
    if (rendered) await queueDelivery(context, store, announced(piece), at);
    return moved;
  });
}

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
): void {
  if (!allowedActs(piece, actor, config).includes(act)) throw new Problem('move_refused');
  const { carriesVersion }: Rule = ACTS[act].rule;
  if (carriesVersion && version !== piece.working_version) throw new Problem('version_conflict');
}

/** A draft may lack anything; what others are to read may not. */
async function refuseUnfinished(store: Store, piece: PieceRow): Promise<void> {
  const version = await store.pieces.version(piece.id, piece.working_version);
  if (!version || isBlank(version.headline) || isBlank(version.body_md)) {
    throw new Problem('not_publishable');
  }
}

interface RenderedVersion {
  version: PieceVersionRow;
  rendered: Rendered;
}

/** The text that was rendered, under another category where one was chosen. */
const shownWith = (shown: RenderedVersion, version: PieceVersionRow | null): RenderedVersion =>
  version ? { ...shown, version } : shown;

async function renderedVersion({ store }: Context, pieceId: string, version?: number) {
  const piece = await store.pieces.byId(pieceId);
  const working = piece && (await store.pieces.version(pieceId, piece.working_version));
  // What was sent is only compared, never asked for: it may be no number at all.
  if (!working || working.number !== version) throw new Problem('version_conflict');
  return { version: working, rendered: await renderPreview(working.body_md, cardsIn(working)) };
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
    live_version: piece.working_version,
    has_changes: 0,
    publisher_id: act === 'publish_changes' ? piece.publisher_id : actor.accountId,
    updated_at: at,
  };
  await store.pieces.update(piece.id, moved);
  if (author.suspended_at === null) {
    await putPublication(store, publicationFrom({ ...moved, ...published }, version, rendered));
  }
  return moved;
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

export const byline = (actor: Actor) => {
  const { kind, name, id } = auditActor(actor);
  const session_id = actor.kind === 'writer' ? actor.sessionId : null;
  return { by_kind: kind, by_name: name, by_id: id, session_id };
};

const checkNote = checkerOf(Type.Object({ note: AnyText(LIMITS.reviewNote) }));

function noteOf({ note = '' }: MoveRequest): string | null {
  return checkNote({ note: withPlainLineEnds(note).trim() }).note || null;
}
