/** Markdown written to keep the server busy is rendered in bounded time all the same. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { computingMs } from '../../support/computing.ts';
import { rounds } from '../../support/soak.ts';

const LENGTH = rounds(50_000, 100_000);
/** Quadratic rendering would take a quarter of a minute or more; what is linear takes a fraction of a second. */
const LONGEST = LENGTH * 0.08;

/** A rendering that never stops must not hold up the run. */
const TIMEOUT = { timeout: 120_000 };

function repeat(unit: string): string {
  return unit.repeat(Math.ceil(LENGTH / unit.length));
}

function nest(open: string, close: string): string {
  const times = Math.floor(LENGTH / (open.length + close.length));
  return open.repeat(times) + close.repeat(times);
}

function numbered(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

const units = [
  ...[
    '[',
    ']',
    '>',
    '*',
    '_',
    '`',
    '~',
    '|',
    '<',
    '&',
    '\\',
    '![',
    '[^',
    '[a](',
    '- ',
    '1. ',
    '> - ',
  ],
  ...['- [ ] ', 'a*', '[*', '`a``b', '- a\n', '> a\n', '|\n', '# a\n', '```\n', '```js\na\n```\n'],
  ...['a|b\n-|-\n\n', '[a]: "', '[^a]: b\n', '<http:', '\u0301', '[a](https://b.c) '],
  ...[`${'>'.repeat(90)} a\n`, `${'- '.repeat(40)} a\n`],
];

const inputs: readonly (readonly [string, string])[] = [
  ...units.map((unit): [string, string] => [JSON.stringify(unit), repeat(unit)]),
  ['nested links', nest('[', '](a)')],
  ['nested images', nest('![', '](a)')],
  ['nested brackets', nest('[', ']')],
  ['nested notes', nest('^[', ']')],
  ['nested emphasis', nest('*a ', '*')],
  ['nested parentheses', `[a](${nest('(', ')')})`],
  ['backticks of every length', numbered(440, (index) => '`'.repeat(index + 1))],
  ['ever deeper lists', numbered(300, (index) => `${'  '.repeat(index)}- a`)],
  ['one note named very often', `[^a]: b\n\n${repeat('[^a]')}`],
  ['a note that never closes', `[^a]: b\n\n${repeat('[^aaaa').repeat(3)}`],
  ['notes that name each other', numbered(6000, (index) => `[^${index}]: [^${index + 1}]`)],
  [
    'thousands of notes, each named once',
    numbered(6000, (index) => `a[^${index}]\n\n[^${index}]: b\n`),
  ],
  ['a wide table', `${repeat('a|').slice(0, 33_000)}\n${repeat('-|').slice(0, 33_000)}\na`],
  ['a table of empty cells', `${'a|'.repeat(500)}\n${'-|'.repeat(500)}\n${repeat('|\n')}`],
  ['tables that end at once', repeat('a|b\n-|-\n# c\n')],
  ['headings that take each other’s ids', numbered(9000, (index) => `# a ${index % 90}`)],
  ['a lazy deep quotation', `${'>'.repeat(90)} a\n${repeat('b\n')}`],
];

for (const [name, markdown] of inputs) {
  test(`${name}, ${markdown.length} characters`, async () => {
    const ms = await computingMs(() => renderMarkdown(markdown));
    assert.ok(ms < LONGEST, `${ms} ms`);
  });
}

test(
  'code that no highlighter finishes stays plain, and the next is highlighted',
  TIMEOUT,
  async () => {
    const endless = `\`\`\`css\n${'a\\'.repeat(400)}\n\`\`\``;
    const { html } = await renderMarkdown(`\`\`\`js\nlet a;\n\`\`\`\n\n${endless}\n\n${endless}`);
    assert.match(html, /<span class="hl-keyword">let/);
    assert.match(html, /<code class="language-css">a\\a\\/);
    const after = await renderMarkdown('```css\na { color: red }\n```');
    assert.match(after.html, /<span class="hl-/);
  },
);
