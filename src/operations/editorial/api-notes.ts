// Notes on a piece for programs with the writer's API key: reading, and replying.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { Note, type NoteReply } from '../../schemas/editorial/editorial.ts';
import { EDITORIAL_LIMITS } from '../../schemas/editorial/editorial-limits.ts';
import { Cursor, NextCursor } from '../../schemas/lists.ts';
import { Limit, type Of, OneOf } from '../../schemas/shapes.ts';
import type { Thread } from '../../store/editorial/notes.ts';
import type { Store } from '../../store/store.ts';
import { checkerOf } from '../../validation.ts';
import type { KeyActor } from '../actor.ts';
import { ListCursors } from '../cursors.ts';
import {
  answeredOnce,
  answerRow,
  answerStoredFor,
  onceRequest,
  rememberedSince,
} from '../idempotency.ts';
import { type Context, timestamp } from '../operation.ts';
import { noteRecord, replyRecord } from './note-records.ts';
import { reply, saidIn } from './notes.ts';
import { lockOwnPiece, ownPieceRow, ownWorkingCopy } from './own-piece.ts';

export const ListNotesInput = Type.Object({
  limit: Limit(EDITORIAL_LIMITS.listedNotes),
  cursor: Cursor,
  state: Type.Optional(
    OneOf(['open', 'all'], {
      default: 'all',
      description: 'With open, notes that the writer has resolved are left out.',
    }),
  ),
});

export const ListNotesOutput = Type.Object({
  ok: Type.Literal(true),
  version: Type.Integer({
    description: 'The version of the working copy that `place` in each note refers to.',
  }),
  count: Type.Integer(),
  notes: Type.Array(Note),
  next_cursor: NextCursor,
});

const cursors = new ListCursors<Pick<Thread, 'number'>, number>('notes', {
  write: ({ number }) => String(number),
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null),
});

const READS = 3;

const checkSchema = checkerOf(ListNotesInput);

export function checkListNotes(given: unknown): Of<typeof ListNotesInput> {
  const input = checkSchema(given);
  cursors.placeIn(input);
  return input;
}

/** Lists the writer's notes in the order in which they were made. Reviewers' notes are not for programs. */
export async function listNotes(
  context: Context,
  actor: KeyActor,
  id: string,
  input: Of<typeof ListNotesInput>,
): Promise<Of<typeof ListNotesOutput>> {
  const { store } = context;
  const { limit = EDITORIAL_LIMITS.listedNotes.default, state = 'all' } = input;
  const after = cursors.placeIn(input) ?? 0;
  const asked = { by: 'writer', isOpen: state === 'open', after, limit: limit + 1 } as const;
  const { working, threads } = await threadsOnWorkingCopy(store, actor, id, asked);
  const { rows, next_cursor } = cursors.page(input, threads, limit);
  return notesRecord(rows, working, next_cursor);
}

/** Reads notes and working copy until the version stays the same, because a save in between would mix two texts. */
async function threadsOnWorkingCopy(
  store: Store,
  actor: KeyActor,
  id: string,
  asked: Parameters<Store['notes']['threads']>[1],
) {
  for (let read = 0; read < READS; read += 1) {
    const { piece, working } = await ownWorkingCopy(store, actor, id);
    const threads = await store.notes.threads(piece.id, asked);
    const { working_version } = await ownPieceRow(store, actor, id);
    if (working_version === working.number) return { working, threads };
  }
  return store.transaction(async (tx) => {
    const { piece, working } = await lockOwnPiece(tx, actor, id);
    return { working, threads: await tx.notes.threads(piece.id, asked) };
  });
}

export const notesRecord = (
  rows: Thread[],
  { number, body_md }: { number: number; body_md: string },
  next_cursor: string | null,
): Of<typeof ListNotesOutput> => ({
  ok: true,
  version: number,
  count: rows.length,
  notes: rows.map((row) => noteRecord(row, body_md)),
  next_cursor,
});

interface Replying {
  readonly id: string;
  readonly noteId: string;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
}

export const replyFrom = (body: unknown): string => saidIn({ body: '', ...Object(body) }.body);

export async function replyWithKey(
  context: Context,
  actor: KeyActor,
  { id, noteId, body, idempotencyKey }: Replying,
): Promise<{ ok: true; reply: Of<typeof NoteReply> }> {
  if (!actor.mayWrite) throw new Problem('scope_refused');
  const { store } = context;
  const piece = await ownPieceRow(store, actor, id);
  const said = replyFrom(body);
  const at = timestamp(context.now());
  const since = rememberedSince(at);
  const request = onceRequest(actor, idempotencyKey, ['POST', noteId.toLowerCase(), body]);
  const send = () =>
    store.transaction(async (tx) => {
      await tx.pieces.lock(piece.id);
      const known = request && (await answerStoredFor(tx, request, since));
      if (known) return JSON.parse(known);
      const added = await reply(context, tx, actor, { pieceId: piece.id, noteId, body: said });
      const answer = { ok: true as const, reply: replyRecord(added) };
      if (request) await tx.idempotency.remember(answerRow(request, answer, at), since);
      return answer;
    });
  return request ? answeredOnce(store, request, since, send) : send();
}
