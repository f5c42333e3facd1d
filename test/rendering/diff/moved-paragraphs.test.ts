// Reordered paragraphs still belong to the person who wrote them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMoved } from '../../../src/rendering/diff/moved-paragraphs.ts';
import { difference } from '../../../src/rendering/diff/text-diff.ts';

const rows = (old: string[], now: string[]) =>
  withMoved(difference(old.join('\n\n'), now.join('\n\n'))).map((row) =>
    row
      .map(({ kind, text }) => [kind, text.trim()].join(': '))
      .filter((each) => !each.endsWith(': ')),
  );

const [ONE, TWO, THREE] = [
  'Red hats rain.',
  'Old boats sail home.',
  'Seven keys were lost.',
] as const;

test('moved and not changed', () => {
  assert.deepEqual(rows([ONE, TWO, THREE], [THREE, ONE, TWO]), [
    [`unchanged: ${THREE}`],
    [`unchanged: ${ONE}`],
    [`unchanged: ${TWO}`],
  ]);
});

test('once in the old text is once in the new', () => {
  assert.deepEqual(rows([ONE, TWO], [TWO, ONE, ONE]).flat().sort(), [
    `added: ${ONE}`,
    `unchanged: ${TWO}`,
    `unchanged: ${ONE}`,
  ]);
});

test('what is gone is gone', () => {
  assert.deepEqual(rows([ONE, TWO], [TWO]), [[`removed: ${ONE}`], [`unchanged: ${TWO}`]]);
});
