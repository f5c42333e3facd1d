// A writer asks a program to revise a piece: marks the piece and calls the webhook, without any public change.

import { Problem } from '../../errors.ts';
import { EDITORIAL_LIMITS } from '../../schemas/editorial/editorial-limits.ts';
import type { Actor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { EDITABLE } from '../states/state-table.ts';
import { announceNotes } from './events.ts';
import { personOn } from './note-authors.ts';

export async function askForRevision(
  context: Context,
  actor: Actor,
  pieceId: string,
): Promise<void> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  await context.store.transaction(async (store) => {
    const { piece, author } = await personOn(context, store, actor, pieceId);
    if (author.kind !== 'writer') throw new Problem('piece_not_found');
    if (!EDITABLE.includes(piece.status)) throw new Problem('move_refused');
    const working = await store.pieces.version(piece.id, piece.working_version);
    const at = timestamp(context.now());
    await store.pieces.update(piece.id, { revision_asked_at: at, updated_at: at });
    const asked = { by: 'writer', isOpen: true, limit: EDITORIAL_LIMITS.listedNotes.max } as const;
    const notes = await store.notes.threads(piece.id, asked);
    const event = { notes, text: working?.body_md ?? '', at };
    await announceNotes(context, store, piece, 'revision.requested', event);
  });
}
