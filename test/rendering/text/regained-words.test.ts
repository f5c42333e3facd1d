// Words of a note that were gone: over random edits with undo, cut and paste, and copies, they come back as the only ones
// of their kind that weren't there before, and never at a copy that was there while they were gone.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { firstTwoPlaces } from '../../../src/rendering/text/find-words.ts';
import {
  followPassage,
  placeAgain,
  type Quote,
  quoteOf,
  type Span,
} from '../../../src/rendering/text/text-quotes.ts';
import { rounds } from '../../support/soak.ts';

const SENTENCES = [
  'A gully is a promise about rain. ',
  'المطر وعد والمزراب ينتظر المطر. ',
  '雨和排水沟和雨再次承诺。',
  'वर्षा और नाली और वर्षा फिर। ',
  '🌧️ 👩‍👩‍👧 e\u0301 é 🌧️ ',
];

/** Each unit knows which it is: what is pasted from a copy is another one, what is cut and pasted is the same. */
interface Unit {
  id: number;
  unit: string;
}

let made = 0;
const typed = (text: string): Unit[] =>
  text.split('').map((unit) => {
    made += 1;
    return { id: made, unit };
  });
const textOf = (units: readonly Unit[]) => units.map(({ unit }) => unit).join('');
const idsIn = (units: readonly Unit[], { start, end }: Span) =>
  units
    .slice(start, end)
    .map(({ id }) => id)
    .join();

const at = fc.nat({ max: 2000 });
const length = fc.nat({ max: 300 });
const edit = fc.oneof(
  fc.record({ do: fc.constant('type' as const), at, words: fc.constantFrom(...SENTENCES) }),
  fc.record({ do: fc.constant('remove' as const), at, length }),
  fc.record({ do: fc.constant('cut' as const), at, length }),
  fc.record({ do: fc.constant('paste' as const), at }),
  fc.record({ do: fc.constant('copy' as const), at, length, to: at }),
  fc.record({ do: fc.constant('undo' as const) }),
);
type Edit = typeof edit extends fc.Arbitrary<infer Each> ? Each : never;

/** A text as it is edited, one edit for each save. */
class Text {
  now: Unit[];
  #before: Unit[];
  #clip: Unit[] = [];

  constructor(text: Unit[]) {
    this.now = text;
    this.#before = text;
  }

  edit(each: Edit): void {
    const next = this.#edited(each);
    this.#before = this.now;
    this.now = next;
  }

  #edited(each: Edit): Unit[] {
    const text = this.now;
    if (each.do === 'undo') return this.#before;
    const start = each.at % (text.length + 1);
    if (each.do === 'type') return text.toSpliced(start, 0, ...typed(each.words));
    if (each.do === 'paste') return text.toSpliced(start, 0, ...this.#pasted());
    const part = text.slice(start, start + each.length);
    if (each.do === 'copy') {
      return text.toSpliced(each.to % (text.length + 1), 0, ...typed(textOf(part)));
    }
    if (each.do === 'cut') this.#clip = part;
    return text.toSpliced(start, each.length);
  }

  /** Text pasted a second time, or undone meanwhile, is a copy. */
  #pasted(): Unit[] {
    const isThere = this.now.some(({ id }) => id === this.#clip[0]?.id);
    return isThere ? typed(textOf(this.#clip)) : this.#clip;
  }
}

const marked = fc
  .record({
    sentences: fc.array(fc.constantFrom(...SENTENCES), { minLength: 4, maxLength: 12 }),
    from: at,
    length: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ sentences, from, length: long }) => {
    const text = typed(sentences.join(''));
    const start = from % text.length;
    return { text, span: { start, end: Math.min(text.length, start + long) } };
  });

interface Note {
  words: string;
  quote: Quote;
  whole: string;
  place: Span | null;
  wasGone: boolean;
}

function noteOn(text: Unit[], span: Span): Note {
  const quote = quoteOf(textOf(text), span);
  const whole = quote.prefix + quote.exact + quote.suffix;
  return { words: idsIn(text, span), quote, whole, place: span, wasGone: false };
}

/** The note after an edit, and whether its words are back. */
function followed(note: Note, old: Unit[], next: Unit[]): { note: Note; isBack: boolean } {
  const [before, now] = [textOf(old), textOf(next)];
  const { place: was, quote } = note;
  const place = was ? followPassage(before, was, now) : placeAgain(before, quote, now);
  return {
    note: { ...note, place, wasGone: note.wasGone || place === null },
    isBack: was === null && place !== null,
  };
}

function assertItsOwn({ words, quote, place, wasGone }: Note, next: Unit[]): void {
  if (!place) return;
  assert.equal(textOf(next.slice(place.start, place.end)), quote.exact);
  if (!wasGone) assert.equal(idsIn(next, place), words);
}

describe('words that were gone', () => {
  test('come back with an undo or a move, and never at a copy that was there meanwhile', () => {
    const seen = { same: 0, alike: 0 };
    const edits = fc.array(edit, { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(marked, edits, ({ text, span }, sequence) => {
        const edited = new Text(text);
        let note = noteOn(text, span);
        for (const each of sequence) {
          const old = edited.now;
          edited.edit(each);
          const next = edited.now;
          const step = followed(note, old, next);
          note = step.note;
          assertItsOwn(note, next);
          if (!step.isBack || !note.place) continue;
          assert.ok(!textOf(old).includes(note.whole), 'not there while they were gone');
          assert.deepEqual(firstTwoPlaces(textOf(next), note.whole).length, 1, 'the only ones');
          seen[idsIn(next, note.place) === note.words ? 'same' : 'alike'] += 1;
        }
      }),
      { numRuns: rounds(2_000, 40_000) },
    );
    assert.ok(seen.same > 0, JSON.stringify(seen));
  });

  test('are found in a text that repeats itself as by looking everywhere', () => {
    const repeated = fc
      .tuple(fc.stringMatching(/^[ab]{1,3}$/), fc.integer({ min: 1, max: 120 }))
      .map(([part, times]) => part.repeat(times));
    const texts = fc
      .array(repeated, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('c'));
    fc.assert(
      fc.property(
        texts,
        at,
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        (text, from, long, isOff) => {
          const start = from % text.length;
          const words = text.slice(start, start + long) + (isOff ? 'a' : '');
          const all: number[] = [];
          for (let i = text.indexOf(words); i >= 0; i = text.indexOf(words, i + 1)) all.push(i);
          assert.deepEqual(firstTwoPlaces(text, words), all.slice(0, 2));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
