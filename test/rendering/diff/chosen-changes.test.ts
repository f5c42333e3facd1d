// Single changes of a proposal, taken onto a text that its writer has gone on with.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chooseChanges } from '../../../src/rendering/diff/chosen-changes.ts';
import { CONTENT_FIELD_NAMES } from '../../../src/schemas/content-fields.ts';
import { valuesFor } from '../../../src/schemas/field-lists.ts';

const EMPTY = valuesFor(CONTENT_FIELD_NAMES, () => '');

const text = (...paragraphs: string[]) => ({ ...EMPTY, body_md: paragraphs.join('\n\n') });

type Text = ReturnType<typeof text>;

const CASES: [
  what: string,
  texts: { base: Text; proposed: Text; working: Text },
  chosen: 'all' | string[],
  expected: Text,
][] = [
  [
    'leaves what the writer changed beside it',
    {
      base: text('One', 'Two', 'Three'),
      proposed: text('One', 'Two, proposed', 'Three'),
      working: text('One, mine', 'Two, mine', 'Three'),
    },
    ['text-1'],
    text('One, mine', 'Two, proposed', 'Three'),
  ],
  [
    'brings one of two neighbours',
    {
      base: text('One', 'Two', 'Three'),
      proposed: text('One, proposed', 'Two, proposed', 'Three'),
      working: text('One', 'Two', 'Three, mine'),
    },
    ['text-2'],
    text('One', 'Two, proposed', 'Three, mine'),
  ],
  [
    'removes what was changed as well',
    {
      base: text('One', 'Two', 'Three'),
      proposed: text('One', 'Three'),
      working: text('One', 'Two, mine', 'Three'),
    },
    'all',
    text('One', 'Three'),
  ],
  [
    'comes where a paragraph before it was removed',
    {
      base: text('One', 'Two', 'Three'),
      proposed: text('One', 'Two', 'New', 'Three'),
      working: text('One, mine', 'Three'),
    },
    'all',
    text('One, mine', 'New', 'Three'),
  ],
  [
    'of another kind leaves the text alone',
    {
      base: text('One'),
      proposed: { ...text('One, proposed'), headline: 'Proposed' },
      working: text('One, mine'),
    },
    ['headline'],
    { ...text('One, mine'), headline: 'Proposed' },
  ],
];

describe('a change that is taken', () => {
  for (const [what, texts, chosen, expected] of CASES) {
    test(what, () =>
      assert.deepEqual(chooseChanges({ ...texts, chosen, taken: [] }).content, expected),
    );
  }
});
