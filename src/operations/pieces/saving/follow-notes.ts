// Moves notes with their words from each version to the next, in the transaction that saves the version.

import {
  passagesFollowed,
  placeAgain,
  placeOf,
  type Span,
} from '../../../rendering/text/text-quotes.ts';
import type { WordsOfNote } from '../../../store/editorial/notes.ts';
import type { Store } from '../../../store/store.ts';

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
  const places = await placesIn(notes, before, now, new RestoredTexts(store, pieceId, now));
  for (const { note, was, place } of places) {
    if (place && !was) await store.notes.findWords(pieceId, note.number, place);
  }
  // Most notes move by the same distance, so that an autosave updates them with one write.
  const followed = places.flatMap(({ note, was, place }) => (was ? { note, was, place } : []));
  const moves = Map.groupBy(followed, ({ was, place }) => (place ? place.start - was.start : null));
  for (const [move, moved] of moves) {
    const numbers = moved.map(({ note }) => note.number);
    if (move === null) await store.notes.loseWords(pieceId, numbers);
    else if (move !== 0) await store.notes.moveWords(pieceId, numbers, move);
  }
}

interface Followed {
  note: WordsOfNote;
  was: Span | null;
  place: Span | null;
}

async function placesIn(
  notes: readonly WordsOfNote[],
  before: string,
  now: string,
  restored: RestoredTexts,
): Promise<Followed[]> {
  const follow = passagesFollowed(before, now);
  const places: Followed[] = [];
  for (const note of notes) {
    const was = placeBefore(note);
    const place = was ? follow(was) : placeAgain(before, note, now);
    places.push({ note, was, place: place ?? (await restored.placeOf(note)) });
  }
  return places;
}

const placeBefore = ({ start_at, end_at }: WordsOfNote): Span | null =>
  start_at === null || end_at === null ? null : { start: start_at, end: end_at };

/** If a text equals the one that a note was made on, the note gets its original place back. */
class RestoredTexts {
  readonly #store: Store;
  readonly #pieceId: string;
  readonly #now: string;
  readonly #isRestored = new Map<number, boolean>();

  constructor(store: Store, pieceId: string, now: string) {
    this.#store = store;
    this.#pieceId = pieceId;
    this.#now = now;
  }

  async placeOf(note: WordsOfNote): Promise<Span | null> {
    const place = placeOf(this.#now, note);
    return place && (await this.#isOf(note.version)) ? place : null;
  }

  async #isOf(version: number): Promise<boolean> {
    const known = this.#isRestored.get(version);
    if (known !== undefined) return known;
    const noted = await this.#store.pieces.version(this.#pieceId, version);
    const isRestored = noted?.body_md === this.#now;
    this.#isRestored.set(version, isRestored);
    return isRestored;
  }
}
