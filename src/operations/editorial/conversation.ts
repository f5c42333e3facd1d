// The conversation about a piece for its writer or a reviewer: notes with replies, and open proposals.

import type { Thread } from '../../store/editorial/notes.ts';
import type { ProposalNote } from '../../store/editorial/proposals.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { type DeskPiece, pieceUnderReview } from '../pieces/own-pieces.ts';

export type { Thread };

export interface Conversation {
  threads: Thread[];
  proposals: ProposalNote[];
  hasMachine: boolean;
}

/** The caller must have checked that the actor is the piece's writer. */
export async function conversationOn(
  { store }: Context,
  { piece }: DeskPiece,
): Promise<Conversation> {
  const threads = await store.notes.threads(piece.id);
  const all = await store.proposals.ofPiece(piece.id);
  const proposals = all.filter(({ status }) => status === 'open');
  const hasMachine = all.length > 0 || (await store.versions.lastByKey(piece.id)) !== undefined;
  return { threads, proposals, hasMachine };
}

export async function reviewConversation(context: Context, actor: WriterActor, id: string) {
  const found = await pieceUnderReview(context, actor, id);
  const threads = await context.store.notes.threads(found.piece.id, { by: 'reviewer' });
  return { ...found, threads };
}
