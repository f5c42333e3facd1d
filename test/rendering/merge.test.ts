// Merging two texts made from one: what only one side changed is taken, and nothing that was written is lost.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isClean, merge, resolved } from '../../src/rendering/diff/merge.ts';
import { paragraphsOf, textChanges, textOf } from '../../src/rendering/diff/paragraphs.ts';

const merged = (base: string | null, mine: string, theirs: string) => {
  const parts = merge(base, mine, theirs);
  return isClean(parts) ? resolved(parts, []) : null;
};

const CASES: [name: string, base: string, mine: string, theirs: string, merged: string | null][] = [
  ['nothing changed', 'A\n\nB', 'A\n\nB', 'A\n\nB', 'A\n\nB'],
  ['only mine', 'A\n\nB', 'A\n\nB2', 'A\n\nB', 'A\n\nB2'],
  ['only theirs', 'A\n\nB', 'A\n\nB', 'A2\n\nB', 'A2\n\nB'],
  ['neighbours', 'A\n\nB', 'A1\n\nB', 'A\n\nB2', 'A1\n\nB2'],
  ['the same change', 'A\n\nB', 'A\n\nC', 'A\n\nC', 'A\n\nC'],
  ['one paragraph in two ways', 'A\n\nB', 'A\n\nB1', 'A\n\nB2', null],
  ['changed and deleted', 'A\n\nB\n\nC', 'A\n\nC', 'A\n\nB2\n\nC', null],
  ['both at the end', 'A', 'A\n\nMine', 'A\n\nTheirs', 'A\n\nTheirs\n\nMine'],
  ['both at the end, alike in part', 'A', 'A\n\nX\n\nM', 'A\n\nX\n\nT', 'A\n\nX\n\nT\n\nM'],
  ['added before what the other changed', 'A\n\nB', 'A\n\nB1', 'A\n\nNew\n\nB', 'A\n\nNew\n\nB1'],
  ['added after what the other changed', 'A\n\nB', 'A1\n\nB', 'A\n\nNew\n\nB', 'A1\n\nNew\n\nB'],
  ['deleted by both', 'A\n\nB\n\nC', 'A\n\nC', 'A\n\nC', 'A\n\nC'],
  [
    'deleted by one, and added elsewhere',
    'A\n\nB\n\nC',
    'A\n\nC',
    'A\n\nB\n\nC\n\nD',
    'A\n\nC\n\nD',
  ],
  ['my line end', 'A\n\nB', 'A\n\nB\n', 'A2\n\nB', 'A2\n\nB\n'],
];

/** No two alike, so that each can be looked for. */
const texts = fc.uniqueArray(
  fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...'abcdefgh') }),
  {
    minLength: 0,
    maxLength: 8,
  },
);
const joinedText = (list: readonly string[]) => list.join('\n\n');

type Change = 'keep' | 'change' | 'delete' | 'add';
const change = fc.constantFrom<Change>('keep', 'keep', 'change', 'delete', 'add');

/** One side's text: a change for each paragraph, in words that the other side never has. */
function side(base: readonly string[], changes: readonly Change[], mark: string): string[] {
  const list = base.flatMap((text, at) => {
    const made = changes[at] ?? 'keep';
    if (made === 'delete') return [];
    if (made === 'add') return [`${mark} before ${at}`, text];
    return made === 'change' ? [`${mark} ${at} for ${text}`] : [text];
  });
  return changes.length > base.length ? [...list, `${mark} at the end`] : list;
}

describe('merging', () => {
  for (const [name, base, mine, theirs, expected] of CASES) {
    test(name, () => assert.equal(merged(base, mine, theirs), expected));
  }

  test('of changes in different paragraphs has both', () => {
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.tuple(change, fc.boolean()), { maxLength: 9 }),
        (base, plan) => {
          const of = (isMine: boolean) => plan.map(([made, by]) => (by === isMine ? made : 'keep'));
          // At the end both may add.
          const [mine, theirs] = [side(base, of(true), 'mine'), side(base, of(false), 'theirs')];
          const all = merged(joinedText(base), joinedText(mine), joinedText(theirs));
          assert.notEqual(all, null);
          const found = paragraphsOf(all ?? '').map(({ text }) => text);
          for (const text of [...mine, ...theirs].filter((each) => !base.includes(each))) {
            assert.equal(found.filter((each) => each === text).length, 1, text);
          }
          const kept = base.filter((text) => mine.includes(text) && theirs.includes(text));
          assert.deepEqual(
            found.filter((text) => base.includes(text)),
            kept,
          );
        },
      ),
    );
  });

  test('of any changes loses no paragraph that either side added or changed', () => {
    const changes = fc.array(change, { maxLength: 9 });
    fc.assert(
      fc.property(texts, changes, changes, fc.boolean(), (base, my, their, isKnown) => {
        const [mine, theirs] = [side(base, my, 'mine'), side(base, their, 'theirs')];
        const parts = merge(
          isKnown ? joinedText(base) : null,
          joinedText(mine),
          joinedText(theirs),
        );
        const found = paragraphsOf(resolved(parts, [])).map(({ text }) => text);
        for (const text of [...mine, ...theirs].filter((each) => !base.includes(each))) {
          assert.ok(found.includes(text), text);
        }
        const oneSide = (which: 'mine' | 'theirs') =>
          resolved(
            parts,
            parts.map(() => which),
          );
        for (const [which, own] of [
          ['mine', mine],
          ['theirs', theirs],
        ] as const) {
          const chosen = paragraphsOf(oneSide(which)).map(({ text }) => text);
          for (const text of own.filter((each) => !base.includes(each)))
            assert.ok(chosen.includes(text), text);
        }
      }),
    );
  });

  test('of the same changes has them once; of one side’s, exactly its text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\n\n'), maxLength: 30 });
    fc.assert(
      fc.property(text, text, (base, mine) => {
        assert.equal(merged(base, mine, mine), mine);
        assert.equal(merged(base, mine, base), mine);
        assert.equal(merged(base, base, mine), mine);
        assert.equal(textOf(paragraphsOf(mine)), mine);
      }),
    );
  });

  test('changes turn one text into the other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c d', '\n', '\n\n'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (old, now) => {
        const made = textChanges(old, now).reduceRight(
          (whole, { from, to, insert }) => whole.slice(0, from) + insert + whole.slice(to),
          old,
        );
        assert.equal(made, now);
      }),
    );
  });
});
