// Comparing two texts: exact in every case, legible in the usual one, and quick in the worst.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { difference, type Part } from '../../../src/rendering/diff/text-diff.ts';
import { computingMs } from '../../support/computing.ts';
import { rounds } from '../../support/soak.ts';

const partsOf = (old: string, now: string) => difference(old, now).flat();

const without = (kind: Part['kind'], parts: Part[]) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('');

/** `a [-b-] {+c+}` */
const MARKS = { unchanged: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
const shown = (old: string, now: string) =>
  difference(old, now).map((row) =>
    row.map(({ kind, text }) => MARKS[kind][0] + text + MARKS[kind][1]).join(''),
  );

function assertExact(old: string, now: string): void {
  const parts = partsOf(old, now);
  assert.equal(without('added', parts), old);
  assert.equal(without('removed', parts), now);
  assert.ok(parts.every(({ text }) => text !== ''));
}

const CASES: { name: string; old: string; now: string; rows: string[] }[] = [
  { name: 'nothing', old: '', now: '', rows: [] },
  { name: 'the same', old: 'One.\n\nTwo.', now: 'One.\n\nTwo.', rows: ['One.\n\n', 'Two.'] },
  { name: 'a first text', old: '', now: 'One.', rows: ['{+One.+}'] },
  { name: 'a word', old: 'A red hat.', now: 'A blue hat.', rows: ['A [-red-]{+blue+} hat.'] },
  { name: 'a word before a mark', old: 'Red.', now: 'Red!', rows: ['Red[-.-]{+!+}'] },
  { name: 'a mark after a word', old: 'A red.', now: 'A blue.', rows: ['A [-red-]{+blue+}.'] },
  {
    name: 'words side by side are one change',
    old: 'It was a very old, grey hat that he wore.',
    now: 'It was a rather new and shiny hat that he wore.',
    rows: ['It was a [-very old, grey-]{+rather new and shiny+} hat that he wore.'],
  },
  {
    name: 'a paragraph at the end leaves the one before alone',
    old: 'One.',
    now: 'One.\n\nTwo.',
    rows: ['One.{+\n\n+}', '{+Two.+}'],
  },
  {
    name: 'a paragraph before one that changed',
    old: 'The hat was red that day.\n\nThe end.',
    now: 'It rained.\n\nThe hat was blue that day.\n\nThe end.',
    rows: ['{+It rained.\n\n+}', 'The hat was [-red-]{+blue+} that day.\n\n', 'The end.'],
  },
  {
    name: 'paragraphs that have nothing in common',
    old: 'Alpha beta gamma.',
    now: 'Delta epsilon zeta.',
    rows: ['[-Alpha beta gamma.-]', '{+Delta epsilon zeta.+}'],
  },
  {
    name: 'Chinese, word by word',
    old: '我喜欢红色的帽子。',
    now: '我喜欢蓝色的帽子。',
    rows: ['我喜欢[-红色-]{+蓝色+}的帽子。'],
  },
  {
    name: 'Japanese, word by word',
    old: '私は毎朝コーヒーを飲みます。',
    now: '私は毎朝紅茶を飲みます。',
    rows: ['私は毎朝[-コーヒー-]{+紅茶+}を飲みます。'],
  },
  {
    name: 'an emoji is not cut',
    old: 'Hi 👩‍👧 there',
    now: 'Hi 👩‍👦 there',
    rows: ['Hi [-👩‍👧-]{+👩‍👦+} there'],
  },
];

const paragraph = fc
  .array(fc.constantFrom('the', 'hat', 'was', 'red', 'don’t', '帽子', '红色', '👩‍👧', '.', ','), {
    minLength: 1,
    maxLength: 12,
  })
  .map((words) => words.join(' '));
const gap = fc.constantFrom('\n\n', '\n', '\n\n\n', ' ');
const prose = fc
  .array(fc.tuple(paragraph, gap), { maxLength: 8 })
  .map((all) => all.flat().join(''));
const anything = fc.oneof(
  prose,
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\n', 'a', ' ') }),
);

describe('the difference of two texts', () => {
  for (const { name, old, now, rows } of CASES) {
    test(name, () => {
      assert.deepEqual(shown(old, now), rows);
      assertExact(old, now);
    });
  }

  test('gives both texts back exactly, whatever they are', () => {
    fc.assert(fc.property(anything, anything, assertExact), { numRuns: rounds(500, 20_000) });
  });

  test('of a text and itself is nothing', () => {
    fc.assert(
      fc.property(anything, (text) => {
        assert.ok(partsOf(text, text).every(({ kind }) => kind === 'unchanged'));
      }),
    );
  });
});

const SIZE = 100_000;
const filled = (unit: (at: number) => string) => {
  let text = '';
  for (let at = 0; text.length < SIZE; at += 1) text += unit(at);
  return text.slice(0, SIZE);
};
const word = (name: string, at: number) => `${name}${at.toString(36)} `;

/** A second on a slow machine; without a bound, minutes. */
const QUICK_MS = 2_000;

const LARGE: { name: string; old: string; now: string }[] = [
  {
    name: 'one paragraph each, nothing in common',
    old: filled((at) => word('a', at)),
    now: filled((at) => word('b', at)),
  },
  {
    name: 'paragraphs of a word, nothing in common',
    old: filled((at) => `a${at}\n\n`),
    now: filled((at) => `b${at}\n\n`),
  },
  {
    name: 'paragraphs of every length, nothing in common',
    old: filled((at) => word('a', at) + (at % 40 === 0 ? '\n\n' : '')),
    now: filled((at) => word('b', at) + (at % 40 === 0 ? '\n\n' : '')),
  },
  {
    name: 'long paragraphs in which every second word changed',
    old: filled((at) => word(at % 2 ? 'x' : 'a', at) + (at % 700 === 0 ? '\n\n' : '')),
    now: filled((at) => word(at % 2 ? 'x' : 'b', at) + (at % 700 === 0 ? '\n\n' : '')),
  },
  {
    name: 'short paragraphs in which every second word changed',
    old: filled((at) => word(at % 2 ? 'x' : 'a', at) + (at % 60 === 0 ? '\n\n' : '')),
    now: filled((at) => word(at % 2 ? 'x' : 'b', at) + (at % 60 === 0 ? '\n\n' : '')),
  },
  { name: 'letters without an end', old: 'a'.repeat(SIZE), now: 'b'.repeat(SIZE) },
  { name: 'blank lines', old: '\n'.repeat(SIZE), now: 'a\n'.repeat(SIZE / 2) },
  {
    name: 'Chinese without a space',
    old: filled((at) => String.fromCodePoint(0x4e00 + ((at * 7) % 5000))),
    now: filled((at) => String.fromCodePoint(0x4e00 + ((at * 11) % 5000))),
  },
];

describe('100,000 characters are compared in time', () => {
  for (const { name, old, now } of LARGE) {
    test(name, async () => {
      const ms = await computingMs(() => assertExact(old, now));
      assert.ok(ms < QUICK_MS, `${ms} ms`);
    });
  }

  test('a word that changed in the middle is still found', () => {
    const old = filled((at) => word('a', at) + (at % 60 === 0 ? '\n\n' : ''));
    const now = old.replace('a2s ', 'here ');
    assert.notEqual(old, now);
    const changes = partsOf(old, now).filter(({ kind }) => kind !== 'unchanged');
    assert.deepEqual(
      changes.map(({ text }) => text),
      ['a2s', 'here'],
    );
  });
});
