// Notes follow their words from each version to the next, in the transaction that saves it.

import { passagesFollowed, placeAgain } from '../../rendering/text/text-quotes.ts';
import type { WordsOfNote } from '../../store/editorial/notes.ts';
import type { Store } from '../../store/store.ts';

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
  const follow = passagesFollowed(before, now);
  const moves = Map.groupBy(notes, (note) => moveOf(note, follow, now));
  for (const [move, moved] of moves) {
    if (move === 0) continue;
    const numbers = moved.map(({ number }) => number);
    if (move === 'gone') await store.notes.loseWords(pieceId, numbers);
    else if (move === 'back') await findAgain(store, pieceId, moved, now);
    else await store.notes.moveWords(pieceId, numbers, move);
  }
}

/** How far the words moved. Most notes move alike, so that an autosave writes once for all of them. */
function moveOf(
  { start_at, end_at, ...quote }: WordsOfNote,
  follow: ReturnType<typeof passagesFollowed>,
  now: string,
): number | 'gone' | 'back' {
  if (start_at === null || end_at === null) return placeAgain(now, quote) ? 'back' : 0;
  const place = follow({ start: start_at, end: end_at });
  return place ? place.start - start_at : 'gone';
}

async function findAgain(
  store: Store,
  pieceId: string,
  notes: readonly WordsOfNote[],
  now: string,
) {
  for (const note of notes) {
    const place = placeAgain(now, note);
    if (place) await store.notes.findWords(pieceId, note.number, place);
  }
}
