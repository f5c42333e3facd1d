// Notes as programs, webhooks and downloads get them.

import type { Note, NoteReply } from '../../schemas/editorial/editorial.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { Thread } from '../../store/editorial/notes.ts';
import type { NoteReplyRow, NoteRow } from '../../store/tables/editorial.ts';

export const replyRecord = (reply: NoteReplyRow): Of<typeof NoteReply> => ({
  id: reply.id,
  body: reply.body,
  by: { kind: reply.by_kind, name: reply.by_name },
  created_at: reply.created_at,
});

export const noteRecord = (note: Thread, text: string): Of<typeof Note> => ({
  id: note.id,
  version: note.version,
  selector: selectorOf(note),
  place: placeIn(text, note),
  body: note.body,
  by: { kind: note.author_kind, name: note.author_name },
  created_at: note.created_at,
  resolved_at: note.resolved_at,
  replies: note.replies.map(replyRecord),
});

function selectorOf({ exact, prefix, suffix }: NoteRow): Of<typeof Note>['selector'] {
  if (exact === null || prefix === null || suffix === null) return null;
  return { type: 'TextQuoteSelector', exact, prefix, suffix };
}

/** Places count code points, which are the same in every programming language. */
function placeIn(text: string, { start_at, end_at }: NoteRow): Of<typeof Note>['place'] {
  if (start_at === null || end_at === null) return null;
  const start = characters(text.slice(0, start_at));
  return { start, end: start + characters(text.slice(start_at, end_at)) };
}

/** Counts code points: a low surrogate is always the second half of one. */
const characters = (text: string) => text.length - (text.match(/[\uDC00-\uDFFF]/g)?.length ?? 0);
