// Which autosaves go, and which anyone may want back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIntermediateAutosave } from '../../src/operations/pieces/saving/prune-autosaves.ts';

const LONG = 'A sentence that somebody wrote with care. '.repeat(10);

const at = (time: string, body_md: string) => ({ saved_at: `2026-05-01T${time}Z`, body_md });

const CASES: [
  what: string,
  isIntermediateAutosave: boolean,
  ...saved: Parameters<typeof isIntermediateAutosave>,
][] = [
  ['a word more', true, at('10:00:00', 'A'), at('10:00:10', 'A b'), at('10:00:20', 'A b c')],
  ['in the midst', true, at('10:00:00', 'A'), at('10:00:10', LONG), at('10:00:20', `A. ${LONG}`)],
  ['a word taken back', true, at('10:00:00', 'A'), at('10:00:10', 'A bc'), at('10:00:20', 'A')],
  [
    'long after the one before',
    false,
    at('10:00:00', 'A'),
    at('10:06:00', 'A b'),
    at('10:06:10', 'A b c'),
  ],
  [
    'the end of a sitting',
    false,
    at('10:00:00', 'A'),
    at('10:04:00', 'A b'),
    at('18:00:00', 'A b c'),
  ],
  ['all taken away', false, at('10:00:00', 'A'), at('10:00:10', LONG), at('10:00:20', 'x')],
  [
    'as long, and another text',
    false,
    at('10:00:00', 'A'),
    at('10:00:10', LONG),
    at('10:00:20', LONG.toUpperCase()),
  ],
];

for (const [what, expected, before, last, next] of CASES) {
  test(`an autosave is ${expected ? 'only a step' : 'kept'}: ${what}`, () => {
    assert.equal(isIntermediateAutosave(before, last, next), expected);
  });
}
