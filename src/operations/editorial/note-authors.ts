// Decides who may comment on a piece, and as whom: its writer, a reviewer during review, or its writer's API key.

import { Problem } from '../../errors.ts';
import { isProgram, type NoteAuthor, type Replier } from '../../schemas/vocabulary.ts';
import type { Store } from '../../store/store.ts';
import type { NoteRow } from '../../store/tables/editorial.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import { type Actor, auditActor, type WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { refuseTrashed } from '../pieces/own-pieces.ts';
import { lockOwnPiece } from './own-piece.ts';

export interface NamedAuthor<Kind extends Replier = Replier> {
  kind: Kind;
  name: string;
  id: string;
}

interface Person {
  piece: PieceRow;
  author: NamedAuthor<NoteAuthor>;
}

/** Locks the piece until the transaction ends. */
export async function personOn(
  { config }: Context,
  store: Store,
  actor: WriterActor,
  given: string,
): Promise<Person> {
  const piece = await store.pieces.lock(pieceIdFrom(given));
  if (!piece) await refuseTrashed(store, actor, given);
  const kind = piece && roleOn(piece, actor, config.review);
  if (!piece || !kind) throw new Problem('piece_not_found');
  const { name, id } = auditActor(actor);
  return { piece, author: { kind, name, id } };
}

/** Admins are writers of their own pieces, never reviewers, because writers can't review their own pieces. */
function roleOn(piece: PieceRow, actor: WriterActor, hasReview: boolean): NoteAuthor | null {
  if (piece.author_id === actor.accountId) return 'writer';
  return hasReview && actor.isAdmin && piece.status === 'pending' ? 'reviewer' : null;
}

/** Unlike personOn, accepts API keys too, which may reply. */
export async function noteAuthorOn(
  context: Context,
  store: Store,
  actor: Actor,
  given: string,
): Promise<{ piece: PieceRow; author: NamedAuthor }> {
  if (actor.kind === 'writer') return personOn(context, store, actor, given);
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const { piece } = await lockOwnPiece(store, actor, given);
  const { name, id } = auditActor(actor);
  return { piece, author: { kind: actor.kind, name, id } };
}

/** The writer sees all notes. Notes for programs are hidden from reviewers, and reviewers' notes from programs. */
const seenBy = (kind: Replier): NoteAuthor | undefined => {
  if (kind === 'writer') return undefined;
  return isProgram(kind) ? 'writer' : 'reviewer';
};

export function isSeenBy({ author_kind }: NoteRow, { kind }: NamedAuthor): boolean {
  const only = seenBy(kind);
  return only === undefined || only === author_kind;
}
