// Notes follow their words from each version to the next, in the transaction that saves it.

import { followPassage, placeOf } from '../../rendering/text/text-quotes.ts';
import type { Store } from '../../store/store.ts';
import type { NoteRow } from '../../store/tables/editorial.ts';

/** `old` and `now` are the texts of the version before and of the one that was just stored. */
export async function followNotes(
  store: Store,
  pieceId: string,
  old: string | (() => Promise<string>),
  now: string,
): Promise<void> {
  const notes = await store.notes.onWords(pieceId);
  if (notes.length === 0) return;
  const before = typeof old === 'string' ? old : await old();
  if (before === now) return;
  for (const note of notes) {
    const { start_at, end_at } = await nextPlace(store, note, before, now);
    if (start_at !== note.start_at || end_at !== note.end_at) {
      await store.notes.update(note, { start_at, end_at });
    }
  }
}

type Place = Pick<NoteRow, 'start_at' | 'end_at'>;

const GONE: Place = { start_at: null, end_at: null };

async function nextPlace(store: Store, note: NoteRow, old: string, now: string): Promise<Place> {
  const { start_at, end_at } = note;
  if (start_at === null || end_at === null) return restoredPlace(store, note, now);
  const place = followPassage(old, { start: start_at, end: end_at }, now);
  return place ? { start_at: place.start, end_at: place.end } : GONE;
}

/** Words that were gone are back where the text is again the one that the note was made on. */
async function restoredPlace(store: Store, note: NoteRow, now: string): Promise<Place> {
  const { exact, prefix, suffix } = note;
  const made = await store.pieces.version(note.piece_id, note.version);
  if (made?.body_md !== now || exact === null || prefix === null || suffix === null) return GONE;
  const place = placeOf(now, { exact, prefix, suffix });
  return place ? { start_at: place.start, end_at: place.end } : GONE;
}
