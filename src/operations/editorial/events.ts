// Queues the editorial events that a writer's webhook has chosen, in the transaction that causes them.

import type { ChosenEvent } from '../../schemas/vocabulary.ts';
import type { Thread } from '../../store/editorial/notes.ts';
import type { Store } from '../../store/store.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import type { Context } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { queueEvent } from '../webhooks/queue-deliveries.ts';
import { noteRecord } from './note-records.ts';

export function announceNotes(
  context: Context,
  store: Store,
  piece: PieceRow,
  event: ChosenEvent,
  { notes, text, at }: { notes: Thread[]; text: string; at: string },
): Promise<void> {
  const records = notes.map((note) => noteRecord(note, text));
  const [note] = records;
  const body = {
    event,
    at,
    piece: pieceFacts(context, piece),
    ...(event === 'note.added' ? { note } : { notes: records }),
  };
  return queueEvent(store, piece.author_id, event, JSON.stringify(body), at);
}

export function pieceFacts({ config }: Context, piece: PieceRow) {
  const urls = urlsOf(config.baseUrl);
  return {
    id: piece.id,
    status: piece.status,
    version: piece.working_version,
    api_url: urls.apiPiece(piece.id),
    edit_url: urls.edit(piece.id),
  };
}
