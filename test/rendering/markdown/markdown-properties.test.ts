/** For any Markdown, rendering outputs only allowed HTML, and the sanitiser finds nothing to remove. */

import { test } from 'node:test';
import fc from 'fast-check';
import { rounds } from '../../support/soak.ts';
import { assertSafe } from './safety.ts';

const fragments = fc.constantFrom(
  ...['#', '# ', '## a', '> ', '- ', '* ', '1. ', '- [ ] ', '- [x] ', '---', '===', '    ', '\t'],
  ...['\n', '\n\n', ' ', '  \n', '\\\n', '\\', '*', '**', '_', '__', '~~', '`', '``', '```', '~~~'],
  ...[
    '```js\n',
    '```css\n',
    '```"<x>\n',
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '](/a)',
    '][a]',
    '[a]: /b\n',
  ],
  ...['[^1]', '[^1]: ', '[^a b]', '^[', '|', '|-|\n', ':-:', 'a | b\n-|-\n', '<', '>', '</', '<b>'],
  ...[
    '<https://a.b>',
    '<a@b.c>',
    '<script>',
    '<!--',
    '-->',
    'javascript:',
    'data:',
    'irc:a',
    '//a',
  ],
  ...[
    '&',
    '&amp;',
    '&lt;',
    '&quot;',
    '&#58;',
    '&colon;',
    '"',
    "'",
    '=',
    ':',
    '%',
    '%0a',
    'onerror=',
  ],
  ...[
    'a',
    'word',
    'é',
    'e\u0301',
    '漢',
    '👩‍👧',
    '\u00a0',
    '\u0000',
    '\u200b',
    '\ufeff',
    '\ud800',
    '!',
  ],
);
const markdown = fc
  .array(fc.oneof({ weight: 9, arbitrary: fragments }, fc.string({ maxLength: 4 })), {
    maxLength: 60,
    size: 'max',
  })
  .map((parts) => parts.join(''));

test('random Markdown renders to the allow-list only', async () => {
  await fc.assert(
    fc.asyncProperty(markdown, async (source) => {
      await assertSafe(source);
    }),
    { numRuns: rounds(1_000, 50_000) },
  );
});
