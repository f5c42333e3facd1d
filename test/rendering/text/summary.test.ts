/** Summaries are the first sentences of prose, short, and never empty without need. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';

const sentence = 'This sentence is exactly sixty characters long, count them..';

const summaries: readonly (readonly [string, string, string])[] = [
  ['the first paragraph', 'One. Two?\nThree!', 'One. Two? Three!'],
  ['paragraphs follow each other', 'One.\n\nTwo.\n\nThree.', 'One. Two. Three.'],
  [
    'headings, code, tables, lists and images are passed over',
    '# H\n\n```\ncode\n```\n\n- a\n\n  b\n\na|b\n-|-\nc|d\n\n![image](p.png)\n\n*Prose*[^1].\n\n[^1]: note',
    'Prose.',
  ],
  ['a quotation is prose', '> Said.', 'Said.'],
  ['whole sentences only', `${sentence} `.repeat(6), `${sentence} `.repeat(4).trim()],
  ['a long first sentence is cut at a word', 'word '.repeat(100), `${'word '.repeat(56).trim()}…`],
  ['sentences without spaces stay without', '一つ。二つ。', '一つ。二つ。'],
  ['without prose the text', '# Head\n\n- one\n- two', 'Head one two'],
  ['without prose the text, cut', `# ${'word '.repeat(100)}`, `${'word '.repeat(56).trim()}…`],
  ['a image alone', '![its text](p.png)', 'its text'],
  [
    'a point within a name ends nothing',
    `${'A sentence that takes some room. '.repeat(8)}Then Mr. ${'X'.repeat(40)} came.`,
    'A sentence that takes some room. '.repeat(8).trim(),
  ],
  ['nothing', '', ''],
];
for (const [name, markdown, summary] of summaries) {
  test(name, async () => {
    const rendered = await renderMarkdown(markdown);
    assert.equal(rendered.summary, summary);
    assert.ok(rendered.summary.length <= 280);
  });
}
