// Notes follow their words: over random edits of texts in several scripts, exactly to their words, or they are gone.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  followPassage,
  placeOf,
  quoteOf,
  type Span,
} from '../../../src/rendering/text/text-quotes.ts';
import { rounds } from '../../support/soak.ts';

/** Words that come up again and again, so that there is always something to be mistaken for others. */
const SCRIPTS = [
  'the rain and the gully and the rain again, a promise a promise',
  'المطر و المزراب و المطر مرة أخرى وعد وعد',
  'дождь и жёлоб и дождь опять обещание',
  '雨和排水沟和雨再次承诺承诺雨雨',
  'בגשם ובמרזב ובגשם שוב',
  'वर्षा और नाली और वर्षा फिर',
  '🌧️ 👩‍👩‍👧 🌧️ é é e\u0301 👩‍👩‍👧',
  'a a a aa aaa b a b a',
];

/** A character with an identity: pasted or retyped, it is another one, even if it looks the same. */
interface Character {
  id: number;
  unit: string;
}

let made = 0;
const typed = (text: string): Character[] =>
  text.split('').map((unit) => {
    made += 1;
    return { id: made, unit };
  });
const textOf = (characters: Character[]) => characters.map(({ unit }) => unit).join('');

type Edit =
  | { do: 'type'; at: number; words: string }
  | { do: 'remove'; at: number; length: number }
  | { do: 'replace'; at: number; length: number; words: string }
  | { do: 'copy'; at: number; length: number; to: number };

const phrase = fc.constantFrom(...SCRIPTS).chain((script) => {
  const words = script.split(' ');
  return fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
    .map((chosen) => `${chosen.join(' ')} `);
});
const at = fc.nat({ max: 1000 });
const length = fc.nat({ max: 40 });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constant('type' as const), at, words: phrase }),
  fc.record({ do: fc.constant('remove' as const), at, length }),
  fc.record({ do: fc.constant('replace' as const), at, length, words: phrase }),
  fc.record({ do: fc.constant('copy' as const), at, length, to: at }),
);

/** Retyped text that is equal at either end counts as unchanged there, since the text can't show it. */
function retyped(over: Character[], words: string): Character[] {
  const most = Math.min(over.length, words.length);
  let same = 0;
  while (same < most && over[same]?.unit === words[same]) same += 1;
  let tail = 0;
  while (tail < most - same && over.at(-1 - tail)?.unit === words.at(-1 - tail)) tail += 1;
  const between = typed(words.slice(same, words.length - tail));
  return [...over.slice(0, same), ...between, ...over.slice(over.length - tail)];
}

function edited(text: Character[], each: Edit): Character[] {
  const place = (given: number) => (text.length === 0 ? 0 : given % (text.length + 1));
  const start = place(each.at);
  const head = text.slice(0, start);
  if (each.do === 'type') return [...head, ...typed(each.words), ...text.slice(start)];
  const end = Math.min(text.length, start + each.length);
  if (each.do === 'remove') return [...head, ...text.slice(end)];
  if (each.do === 'replace') {
    return [...head, ...retyped(text.slice(start, end), each.words), ...text.slice(end)];
  }
  const pasted = typed(textOf(text.slice(start, end)));
  const to = place(each.to);
  return [...text.slice(0, to), ...pasted, ...text.slice(to)];
}

const marked = fc
  .record({
    script: fc.constantFrom(...SCRIPTS),
    times: fc.integer({ min: 1, max: 4 }),
    from: at,
    length: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ script, times, from, length: long }) => {
    const text = typed(Array(times).fill(script).join('\n\n'));
    const start = from % text.length;
    return { text, span: { start, end: Math.min(text.length, start + long) } };
  });

const identity = (text: Character[], { start, end }: Span) =>
  text
    .slice(start, end)
    .map(({ id }) => id)
    .join();

describe('quotes of a text', () => {
  test('over random edits, a note finds exactly its words or says that they are gone', () => {
    let [followed, gone] = [0, 0];
    fc.assert(
      fc.property(
        marked,
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        ({ text, span }, edits) => {
          const words = identity(text, span);
          let [now, place]: [Character[], Span | null] = [text, span];
          for (const each of edits) {
            const next = edited(now, each);
            place = place && followPassage(textOf(now), place, textOf(next));
            now = next;
            if (place) assert.equal(identity(now, place), words);
            if (place) followed += 1;
            else gone += 1;
          }
        },
      ),
      { numRuns: rounds(2_500, 60_000) },
    );
    // Words that are gone stay gone for all later edits: about as many as are followed.
    assert.ok(followed * 2 > gone, `${followed} followed, ${gone} gone`);
  });

  test('a quote is the only one of its kind in its text', () => {
    fc.assert(
      fc.property(marked, ({ text, span }) => {
        const whole = textOf(text);
        assert.deepEqual(placeOf(whole, quoteOf(whole, span)), span);
      }),
    );
  });

  const CASES: [name: string, old: string, words: string, now: string, found: string | null][] = [
    ['text before it', 'One. Two. Three.', 'Two', 'Zero. One. Two. Three.', 'Two'],
    ['text after it', 'One. Two. Three.', 'Two', 'One. Two. Three. Four.', 'Two'],
    [
      'edits on both sides',
      `One ${'a '.repeat(40)}two ${'b '.repeat(40)}three`,
      'two',
      `1 ${'a '.repeat(40)}two ${'b '.repeat(40)}3`,
      'two',
    ],
    [
      'a change inside of it',
      'One. Two words. Three.',
      'Two words',
      'One. Two good words. Three.',
      null,
    ],
    ['one of two alike removed', 'Rain. Sun. Rain.', 'Sun. Rain', 'Rain.', null],
    ['everything removed', 'One. Two.', 'Two', '', null],
  ];
  for (const [name, old, words, now, found] of CASES) {
    test(`after ${name}: ${found ?? 'gone'}`, () => {
      const start = old.indexOf(words);
      const place = followPassage(old, { start, end: start + words.length }, now);
      assert.equal(place && now.slice(place.start, place.end), found);
    });
  }
});
