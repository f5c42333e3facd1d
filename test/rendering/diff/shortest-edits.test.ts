// The fewest changes between two lists: they make the one the other, and no others are fewer.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diffArrays } from 'diff';
import fc from 'fast-check';
import { type ListEdit, shortestEdits } from '../../../src/rendering/diff/shortest-edits.ts';

const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

function applied(old: readonly string[], now: readonly string[], edits: readonly ListEdit[]) {
  let at = 0;
  const made = edits.flatMap(({ start, end, from, to }) => {
    const kept = old.slice(at, start);
    at = end;
    return [...kept, ...now.slice(from, to)];
  });
  return [...made, ...old.slice(at)];
}

const size = (edits: readonly ListEdit[]) =>
  edits.reduce((sum, { start, end, from, to }) => sum + end - start + to - from, 0);

describe('the fewest changes', () => {
  test('make one list the other, are in order and apart, and as few as another finds', () => {
    fc.assert(
      fc.property(list, list, (old, now) => {
        const edits = shortestEdits(old, now, 100);
        assert.ok(edits);
        assert.deepEqual(applied(old, now, edits), now);
        for (const [at, { start, from }] of edits.slice(1).entries()) {
          assert.ok(start > (edits[at]?.end ?? 0) && from > (edits[at]?.to ?? 0));
        }
        const found = diffArrays(old, now);
        const fewest = found.reduce(
          (sum, { added, removed, count }) => sum + (added || removed ? count : 0),
          0,
        );
        assert.equal(size(edits), fewest);
      }),
      { numRuns: 1_000 },
    );
  });

  test('are not looked for beyond what is asked', () => {
    fc.assert(
      fc.property(list, list, fc.nat(20), (old, now, most) => {
        const all = shortestEdits(old, now, 100) ?? [];
        const found = shortestEdits(old, now, most);
        assert.deepEqual(found, size(all) <= most ? all : null);
      }),
    );
  });
});
