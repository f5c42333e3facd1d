// Tab, Home, Ctrl+Enter and Alt+arrows in blocks, ways out of a block, and keys that must change nothing.

import { type TypingCase, times } from './typing-case.ts';

const ONE_IN_ONE = '<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n</ul>\n';
const TABLE =
  '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n';

export const KEYS: readonly TypingCase[] = [
  {
    what: 'Tab puts an item into the one before it',
    keys: '- one‹Enter›two‹Tab›',
    source: '- one\n  - two',
    html: ONE_IN_ONE,
  },
  {
    what: 'Tab in an empty item, and the next one is beside it; Shift+Tab goes one level out',
    keys: '- one‹Enter›‹Tab›two‹Enter›three‹Enter›four‹Shift+Tab›',
    source: '- one\n  - two\n  - three\n- four',
    html: '<ul>\n<li>one\n<ul>\n<li>two</li>\n<li>three</li>\n</ul>\n</li>\n<li>four</li>\n</ul>\n',
  },
  {
    what: 'Tab and Shift+Tab count the items of numbered lists',
    keys: '1. one‹Enter›two‹Enter›three‹ArrowUp›‹Tab›‹ArrowDown›‹Tab›‹Enter›four‹Shift+Tab›',
    source: '1. one\n   1. two\n   2. three\n2. four',
    html: '<ol>\n<li>one\n<ol>\n<li>two</li>\n<li>three</li>\n</ol>\n</li>\n<li>four</li>\n</ol>\n',
  },
  {
    what: 'an item takes along what is in it',
    keys: '- one‹Enter›two‹Enter›‹Tab›deep‹ArrowUp›‹Tab›',
    source: '- one\n  - two\n    - deep',
    html: '<ul>\n<li>one\n<ul>\n<li>two\n<ul>\n<li>deep</li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>\n',
  },
  {
    what: 'Tab over selected items puts all of them in',
    keys: '- one‹Enter›two‹Enter›three‹Shift+ArrowUp›‹Tab›',
    source: '- one\n  - two\n  - three',
    html: '<ul>\n<li>one\n<ul>\n<li>two</li>\n<li>three</li>\n</ul>\n</li>\n</ul>\n',
  },
  {
    what: 'Tab in the first item stays in the text',
    keys: '- one‹Tab› more',
    source: '- one more',
    html: '<ul>\n<li>one more</li>\n</ul>\n',
  },
  {
    what: 'one step back undoes Tab',
    keys: '- one‹Enter›two‹Tab›‹Control+z›',
    source: '- one\n- two',
    html: '<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
  },
  {
    what: 'Tab in a list in a quote',
    keys: '> - one‹Enter›two‹Tab›',
    source: '> - one\n>   - two',
    html: `<blockquote>\n${ONE_IN_ONE}</blockquote>\n`,
  },
  {
    what: 'Tab in code indents, Shift+Tab takes it back',
    keys: '```‹Enter›a‹Enter›‹Tab›b‹Enter›c‹Shift+Tab›',
    source: '```\na\n  b\nc\n```',
    html: '<pre><code>a\n  b\nc\n</code></pre>\n',
  },
  {
    what: 'Home in an item goes to its words, and Backspace there is as everywhere',
    keys: '- one‹Enter›two‹Home›a ‹Home›‹Backspace›',
    source: '- one\n\na two',
    html: '<ul>\n<li>one</li>\n</ul>\n<p>a two</p>\n',
  },
  {
    what: 'Backspace in front of an item’s mark does the same',
    keys: '- one‹Enter›two‹Home›‹Home›‹Backspace›',
    source: '- one\n\ntwo',
    html: '<ul>\n<li>one</li>\n</ul>\n<p>two</p>\n',
  },
  {
    what: 'Home in a heading goes to its words',
    keys: '## Two‹Home›One ',
    source: '## One Two',
    html: '<h2 id="h-one-two">One Two</h2>\n',
  },
  {
    what: 'Enter in an empty heading leaves it',
    keys: '## ‹Enter›Words.',
    source: 'Words.',
    html: '<p>Words.</p>\n',
  },
  {
    what: 'words behind the last fence are a paragraph below it',
    keys: '```‹Enter›a‹ArrowDown›After.',
    source: '```\na\n```\n\nAfter.',
    html: '<pre><code>a\n</code></pre>\n<p>After.</p>\n',
  },
  {
    what: 'Ctrl+Enter leaves code',
    keys: '```‹Enter›a‹Control+Enter›After.',
    source: '```\na\n```\n\nAfter.',
    html: '<pre><code>a\n</code></pre>\n<p>After.</p>\n',
  },
  {
    what: 'Ctrl+Enter leaves a list in a list',
    keys: '- one‹Enter›‹Tab›two‹Control+Enter›After.',
    source: '- one\n  - two\n\nAfter.',
    html: `${ONE_IN_ONE}<p>After.</p>\n`,
  },
  {
    what: 'Ctrl+Enter in a paragraph begins the next',
    keys: `One two${times(4, 'ArrowLeft')}‹Control+Enter›Three`,
    source: 'One two\n\nThree',
    html: '<p>One two</p>\n<p>Three</p>\n',
  },
  {
    what: 'Enter in an empty last row leaves the table, without the row',
    keys: '| a | b |‹Enter›| --- | --- |‹Enter›| 1 | 2‹Tab›‹Enter›After.',
    source: '| a   | b   |\n| --- | --- |\n| 1   | 2   |\n\nAfter.',
    html: `${TABLE}<p>After.</p>\n`,
  },
  {
    what: 'Ctrl+Enter leaves a table',
    keys: '| a | b |‹Enter›| --- | --- |‹Enter›| 1 | 2‹Control+Enter›After.',
    source: '| a | b |\n| --- | --- |\n| 1 | 2\n\nAfter.',
    html: `${TABLE}<p>After.</p>\n`,
  },
  {
    what: 'Alt+ArrowUp and Alt+ArrowDown move a paragraph whole',
    keys: 'one‹Enter›two‹Enter›three‹Alt+ArrowUp›‹Alt+ArrowUp›‹Alt+ArrowDown›',
    source: 'one\n\nthree\n\ntwo',
    html: '<p>one</p>\n<p>three</p>\n<p>two</p>\n',
  },
  {
    what: 'Alt+ArrowUp moves an item with what is in it',
    keys: '1. one‹Enter›two‹Enter›‹Tab›deep‹ArrowUp›‹Alt+ArrowUp›',
    source: '1. two\n   1. deep\n2. one',
    html: '<ol>\n<li>two\n<ol>\n<li>deep</li>\n</ol>\n</li>\n<li>one</li>\n</ol>\n',
  },
  {
    what: 'keys of programmers change nothing',
    keys: 'one‹Control+/›‹Shift+Alt+ArrowDown›‹Control+u›‹Control+Alt+\\›',
    source: 'one',
    html: '<p>one</p>\n',
  },
  {
    what: 'Backspace behind bold takes its last letter, and no half of its mark',
    keys: '**bold**‹Backspace› x‹ArrowRight›‹ArrowRight› after',
    source: '**bol x** after',
    html: '<p><strong>bol x</strong> after</p>\n',
  },
  {
    what: 'Backspace behind bold, until nothing is left of it',
    keys: 'a ~~b~~‹Backspace›c',
    source: 'a c',
    html: '<p>a c</p>\n',
  },
  {
    what: 'Backspace behind bold italics, and behind code',
    keys: '***ab*** `cd`‹Backspace›‹End›‹Home›‹ArrowRight›‹ArrowRight›‹ArrowRight›‹ArrowRight›‹ArrowRight›‹ArrowRight›‹ArrowRight›‹ArrowRight›‹Backspace›',
    source: '***a*** `c`',
    html: '<p><em><strong>a</strong></em> <code>c</code></p>\n',
  },
  {
    what: 'Backspace over a space inside bold leaves no stray mark when one goes on',
    keys: '**a b**‹Backspace›‹ArrowRight›‹ArrowRight›c',
    source: '**a** c',
    html: '<p><strong>a</strong> c</p>\n',
  },
  {
    what: 'Ctrl+Backspace behind bold takes its last word',
    keys: '**one two**‹Control+Backspace›‹ArrowRight›‹ArrowRight›.',
    source: '**one** .',
    html: '<p><strong>one</strong> .</p>\n',
  },
  {
    what: 'a mark too many is deleted as every letter',
    keys: '**bold***‹Backspace›',
    source: '**bold**',
    html: '<p><strong>bold</strong></p>\n',
  },
];
