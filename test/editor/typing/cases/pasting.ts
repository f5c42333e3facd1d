// Pasting from word processors and pages: real clipboards, the Markdown they become, the published HTML.

import { PAGES_HEADINGS, PAGES_TEXT } from '../clipboards/apple.ts';
import { DOCS_FOOTNOTES, DOCS_LISTS, DOCS_TABLE, DOCS_TEXT } from '../clipboards/google-docs.ts';
import { WEB_ARTICLE, WEB_NOTES } from '../clipboards/web.ts';
import {
  WORD_FOOTNOTES,
  WORD_LISTS,
  WORD_MIXED,
  WORD_SHORT_LIST,
  WORD_TRACKED,
  WORD_WEB,
} from '../clipboards/word.ts';

export interface PastingCase {
  readonly what: string;
  /** Typed before. */
  readonly keys?: string;
  readonly clip: { readonly html?: string; readonly plain: string };
  readonly source: string;
  /** Whether the service is not asked for Markdown. */
  readonly isPlain?: boolean;
  readonly html: string;
}

export const PASTING: readonly PastingCase[] = [
  {
    what: 'lists from Word, one in another',
    clip: { html: WORD_LISTS, plain: 'Before' },
    source:
      'Before the list:\n\n-   Apples, **red**\n    -   Cox\n    -   Gala\n-   Pears\n\nAnd in order:\n\n1.  Pick\n    1.  early\n2.  Eat\n\nAfter.',
    html: '<p>Before the list:</p>\n<ul>\n<li>Apples, <strong>red</strong>\n<ul>\n<li>Cox</li>\n<li>Gala</li>\n</ul>\n</li>\n<li>Pears</li>\n</ul>\n<p>And in order:</p>\n<ol>\n<li>Pick\n<ol>\n<li>early</li>\n</ol>\n</li>\n<li>Eat</li>\n</ol>\n<p>After.</p>\n',
  },
  {
    what: 'one item of a numbered list from Word',
    clip: { html: WORD_SHORT_LIST, plain: '3. Only this' },
    source: '3.  Only this',
    html: '<ol start="3">\n<li>Only this</li>\n</ol>\n',
  },
  {
    what: 'footnotes from Word',
    clip: { html: WORD_FOOTNOTES, plain: 'The river' },
    source: 'The river rose[^1] in spring and fell[^2].\n\n[^1]: By two *metres*.\n\n[^2]: Slowly.',
    html: '<p>The river rose<sup class="footnote-ref" id="fnref-1"><a href="#fn-1" role="doc-noteref">[1]</a></sup> in spring and fell<sup class="footnote-ref" id="fnref-2"><a href="#fn-2" role="doc-noteref">[2]</a></sup>.</p>\n<section class="footnotes" role="doc-endnotes">\n<ol class="footnotes-list">\n<li id="fn-1" class="footnote-item"><p>By two <em>metres</em>. <a href="#fnref-1" class="footnote-backref" role="doc-backlink">↩︎</a></p>\n</li>\n<li id="fn-2" class="footnote-item"><p>Slowly. <a href="#fnref-2" class="footnote-backref" role="doc-backlink">↩︎</a></p>\n</li>\n</ol>\n</section>\n',
  },
  {
    what: 'a heading, formats, a table and no comment from Word',
    clip: { html: WORD_MIXED, plain: 'A heading' },
    source:
      '# A heading\n\nSome ***bold italics***, a [link](https://example.org/a) in Paris.\n\n| **Year** | **Height** |\n| --- | --- |\n| 1999 | 2\u00a0m |\n\nEnd.',
    html: '<h1 id="h-a-heading">A heading</h1>\n<p>Some <em><strong>bold italics</strong></em>, a <a href="https://example.org/a" rel="nofollow ugc noopener">link</a> in Paris.</p>\n<table>\n<thead>\n<tr>\n<th><strong>Year</strong></th>\n<th><strong>Height</strong></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1999</td>\n<td>2\u00a0m</td>\n</tr>\n</tbody>\n</table>\n<p>End.</p>\n',
  },
  {
    what: 'formats from Google Docs',
    clip: { html: DOCS_TEXT, plain: 'A heading' },
    source:
      '## A heading\n\nPlain, **bold** and *slanted*, a [link](https://example.org/a).\n\nMore.',
    html: '<h2 id="h-a-heading">A heading</h2>\n<p>Plain, <strong>bold</strong> and <em>slanted</em>, a <a href="https://example.org/a" rel="nofollow ugc noopener">link</a>.</p>\n<p>More.</p>\n',
  },
  {
    what: 'lists from Google Docs',
    clip: { html: DOCS_LISTS, plain: 'Apples' },
    source: '-   Apples\n    -   Cox\n    -   Gala\n-   Pears\n\n1.  Pick\n2.  Eat',
    html: '<ul>\n<li>Apples\n<ul>\n<li>Cox</li>\n<li>Gala</li>\n</ul>\n</li>\n<li>Pears</li>\n</ul>\n<ol>\n<li>Pick</li>\n<li>Eat</li>\n</ol>\n',
  },
  {
    what: 'footnotes from Google Docs, without its comments',
    clip: { html: DOCS_FOOTNOTES, plain: 'The river' },
    source: 'The river rose[^1] and fell[^2].\n\n[^1]: By two metres.\n\n[^2]: Slowly.',
    html: '<p>The river rose<sup class="footnote-ref" id="fnref-1"><a href="#fn-1" role="doc-noteref">[1]</a></sup> and fell<sup class="footnote-ref" id="fnref-2"><a href="#fn-2" role="doc-noteref">[2]</a></sup>.</p>\n<section class="footnotes" role="doc-endnotes">\n<ol class="footnotes-list">\n<li id="fn-1" class="footnote-item"><p>By two metres. <a href="#fnref-1" class="footnote-backref" role="doc-backlink">↩︎</a></p>\n</li>\n<li id="fn-2" class="footnote-item"><p>Slowly. <a href="#fnref-2" class="footnote-backref" role="doc-backlink">↩︎</a></p>\n</li>\n</ol>\n</section>\n',
  },
  {
    what: 'a table from Google Docs',
    clip: { html: DOCS_TABLE, plain: 'Year' },
    source: '| **Year** | **Height** |\n| --- | --- |\n| 1999 | 2 m |',
    html: '<table>\n<thead>\n<tr>\n<th><strong>Year</strong></th>\n<th><strong>Height</strong></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1999</td>\n<td>2 m</td>\n</tr>\n</tbody>\n</table>\n',
  },
  {
    what: 'formats, lists and a table from Pages',
    clip: { html: PAGES_TEXT, plain: 'Plain' },
    source:
      'Plain, **bold** and *slanted*, a [link](https://example.org/a).\n\n-   Apples\n    -   Cox\n-   Pears\n\n| **Year** | **Height** |\n| --- | --- |\n| 1999 | 2 m |',
    html: '<p>Plain, <strong>bold</strong> and <em>slanted</em>, a <a href="https://example.org/a" rel="nofollow ugc noopener">link</a>.</p>\n<ul>\n<li>Apples\n<ul>\n<li>Cox</li>\n</ul>\n</li>\n<li>Pears</li>\n</ul>\n<table>\n<thead>\n<tr>\n<th><strong>Year</strong></th>\n<th><strong>Height</strong></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1999</td>\n<td>2 m</td>\n</tr>\n</tbody>\n</table>\n',
  },
  {
    what: 'an article from a web page',
    clip: { html: WEB_ARTICLE, plain: 'Floods' },
    source:
      '## Floods\n\nThe **river** rose in [1999](https://example.org/wiki/1999 "1999"),[\\[1\\]](https://example.org/wiki/River#cite_note-1) by `2 m`.\n\n1.  First\n    -   inside\n2.  Second\n\n> It rose.\n\n![A flood](https://example.org/flood.jpg)\n\n```js\nlet a;\n```',
    html: '<h2 id="h-floods">Floods</h2>\n<p>The <strong>river</strong> rose in <a href="https://example.org/wiki/1999" title="1999" rel="nofollow ugc noopener">1999</a>,<a href="https://example.org/wiki/River#cite_note-1" rel="nofollow ugc noopener">[1]</a> by <code>2 m</code>.</p>\n<ol>\n<li>First\n<ul>\n<li>inside</li>\n</ul>\n</li>\n<li>Second</li>\n</ol>\n<blockquote>\n<p>It rose.</p>\n</blockquote>\n<p><img src="https://example.org/flood.jpg" alt="A flood" loading="lazy" decoding="async" /></p>\n<pre><code class="language-js"><span class="hl-keyword">let</span> a;\n</code></pre>\n',
  },
  {
    what: 'footnotes from a web page',
    clip: { html: WEB_NOTES, plain: 'It rose' },
    source: 'It rose[^1].\n\n[^1]: By two metres.',
    html: '<p>It rose<sup class="footnote-ref" id="fnref-1"><a href="#fn-1" role="doc-noteref">[1]</a></sup>.</p>\n<section class="footnotes" role="doc-endnotes">\n<ol class="footnotes-list">\n<li id="fn-1" class="footnote-item"><p>By two metres. <a href="#fnref-1" class="footnote-backref" role="doc-backlink">↩︎</a></p>\n</li>\n</ol>\n</section>\n',
  },
  {
    what: 'footnotes beside those that are there',
    keys: 'Mine[^1].‹Enter›[^1]: My note.‹Enter›',
    clip: { html: WEB_NOTES, plain: 'It rose' },
    source: 'Mine[^1].\n\n[^1]: My note.\n\nIt rose[^2].\n\n[^2]: By two metres.',
    html: '<p>Mine<sup class="footnote-ref" id="fnref-1"><a href="#fn-1" role="doc-noteref">[1]</a></sup>.</p>\n<p>It rose<sup class="footnote-ref" id="fnref-2"><a href="#fn-2" role="doc-noteref">[2]</a></sup>.</p>\n<section class="footnotes" role="doc-endnotes">\n<ol class="footnotes-list">\n<li id="fn-1" class="footnote-item"><p>My note. <a href="#fnref-1" class="footnote-backref" role="doc-backlink">↩︎</a></p>\n</li>\n<li id="fn-2" class="footnote-item"><p>By two metres. <a href="#fnref-2" class="footnote-backref" role="doc-backlink">↩︎</a></p>\n</li>\n</ol>\n</section>\n',
  },
  {
    what: 'a URL on selected words',
    keys: `see this‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›`,
    clip: { plain: 'https://example.org/a_(b)' },
    source: 'see [this](https://example.org/a_\\(b\\))',
    html: '<p>see <a href="https://example.org/a_(b)" rel="nofollow ugc noopener">this</a></p>\n',
  },
  {
    what: 'a URL on words with a space after them',
    keys: 'see this ‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›',
    clip: { plain: 'https://example.org' },
    source: 'see [this](https://example.org) ',
    html: '<p>see <a href="https://example.org" rel="nofollow ugc noopener">this</a></p>\n',
  },
  {
    what: 'a URL in a sentence is a link',
    isPlain: true,
    keys: 'see ',
    clip: {
      html: '<a href="https://example.org/">https://example.org/</a>',
      plain: 'https://example.org/',
    },
    source: 'see <https://example.org/>',
    html: '<p>see <a href="https://example.org/" rel="nofollow ugc noopener">https://example.org/</a></p>\n',
  },
  {
    what: 'plain text as it is',
    clip: { plain: 'One "two" -- three...\nfour **five**' },
    source: 'One "two" -- three...\nfour **five**',
    html: '<p>One "two" -- three...\nfour <strong>five</strong></p>\n',
  },
  {
    what: 'formatted text into code is plain',
    isPlain: true,
    keys: '```‹Enter›',
    clip: { html: '<b>let</b> a = <i>"b"</i>;', plain: 'let a = "b";' },
    source: '```\nlet a = "b";\n```',
    html: '<pre><code>let a = "b";\n</code></pre>\n',
  },
  {
    what: 'a URL into code in a line is plain',
    keys: '`a`‹ArrowLeft›',
    clip: { plain: 'https://example.org' },
    source: '`ahttps://example.org`',
    html: '<p><code>ahttps://example.org</code></p>\n',
  },
  {
    what: 'lists and a heading from Word on the web',
    clip: { html: WORD_WEB, plain: 'Fruit' },
    source: '## Fruit\n\n-   Apples\n    -   Cox\n-   Pears\n\n**Then**\n\n1.  Pick\n2.  Eat',
    html: '<h2 id="h-fruit">Fruit</h2>\n<ul>\n<li>Apples\n<ul>\n<li>Cox</li>\n</ul>\n</li>\n<li>Pears</li>\n</ul>\n<p><strong>Then</strong></p>\n<ol>\n<li>Pick</li>\n<li>Eat</li>\n</ol>\n',
  },
  {
    what: 'tracked changes from Word leaves out what was taken away',
    clip: { html: WORD_TRACKED, plain: 'The river' },
    source: 'The river rose in **spring**.',
    html: '<p>The river rose in <strong>spring</strong>.</p>\n',
  },
  {
    what: 'headings from Pages, by their size',
    clip: { html: PAGES_HEADINGS, plain: 'The river' },
    source: '## The river\n\nIt rose in spring, and nobody had expected it.\n\n### Why\n\nRain.',
    html: '<h2 id="h-the-river">The river</h2>\n<p>It rose in spring, and nobody had expected it.</p>\n<h3 id="h-why">Why</h3>\n<p>Rain.</p>\n',
  },
  {
    what: 'paragraphs into a quote stays in the quote',
    keys: '> Said: ',
    clip: { html: '<p>one <b>two</b></p><p>three</p>', plain: 'one two\n\nthree' },
    source: '> Said: \n>\n> one **two**\n>\n> three',
    html: '<blockquote>\n<p>Said:</p>\n<p>one <strong>two</strong></p>\n<p>three</p>\n</blockquote>\n',
  },
  {
    what: 'lines into an item stays in the item',
    keys: '- Said: ',
    clip: { plain: 'one\n\ntwo' },
    source: '- Said: one\n\n  two',
    isPlain: true,
    html: '<ul>\n<li>\n<p>Said: one</p>\n<p>two</p>\n</li>\n</ul>\n',
  },
  {
    what: 'lines and bars into a cell stays in the cell',
    keys: '| a | b |‹Enter›| --- | --- |‹Enter›| 1 | 2 |‹ArrowLeft›‹ArrowLeft›',
    clip: { plain: ' and\n3 | 4\n' },
    source: '| a | b |\n| --- | --- |\n| 1 | 2and 3 \\| 4 |',
    isPlain: true,
    html: '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2and 3 | 4</td>\n</tr>\n</tbody>\n</table>\n',
  },
  {
    what: 'words on the blank line between two paragraphs, which stay two',
    keys: 'One.‹Enter›Two.‹ArrowUp›',
    clip: { plain: 'Between.' },
    isPlain: true,
    source: 'One.\n\nBetween.\n\nTwo.',
    html: '<p>One.</p>\n<p>Between.</p>\n<p>Two.</p>\n',
  },
  {
    what: 'words behind a fence, which stays one',
    keys: '```‹Enter›a‹Control+End›',
    clip: { plain: 'After.' },
    isPlain: true,
    source: '```\na\n```\n\nAfter.',
    html: '<pre><code>a\n</code></pre>\n<p>After.</p>\n',
  },
];
