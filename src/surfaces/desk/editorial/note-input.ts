// Input of a thread's forms: new notes, replies, and resolving or reopening a note.

import { Problem } from '../../../errors.ts';
import { addNote, replyAtDesk, resolveNote } from '../../../operations/editorial/notes.ts';
import { actorOf, type PageContext, param } from '../shared/page-context.ts';

/** Text that isn't a valid number must not reach the database. */
const numberIn = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

export async function noteFrom(page: PageContext): Promise<string> {
  const { fields } = page;
  const exact = fields['exact'] ?? '';
  const { id } = await addNote(page.context, actorOf(page), {
    pieceId: param(page, 'id'),
    body: fields['body'] ?? '',
    version: numberIn(fields['version']),
    words:
      exact.trim() === ''
        ? null
        : {
            ...{ exact, prefix: fields['prefix'] ?? '', suffix: fields['suffix'] ?? '' },
            start: numberIn(fields['start']),
          },
  });
  return id;
}

const DEEDS = ['reply', 'resolve', 'reopen'] as const;

export async function deedFrom(page: PageContext): Promise<(typeof DEEDS)[number]> {
  const deed = DEEDS.find((each) => each === page.fields['deed']);
  if (!deed) throw new Problem('bad_request');
  const [pieceId, noteId] = [param(page, 'id'), param(page, 'note')];
  const actor = actorOf(page);
  if (deed === 'reply') {
    await replyAtDesk(page.context, actor, { pieceId, noteId, body: page.fields['body'] ?? '' });
  } else {
    const isResolved = deed === 'resolve';
    await resolveNote(page.context, actor, { pieceId, noteId, isResolved });
  }
  return deed;
}

export const NOTE_DONE: { readonly [done: string]: string } = {
  note: 'Note added.',
  reply: 'Reply added.',
  resolve: 'Note resolved.',
  reopen: 'Note reopened.',
};
