// Pasting from word processors and pages: real clipboards, the Markdown they become, the published HTML.

import { PAGES_TEXT } from '../clipboards/apple.ts';
import { DOCS_FOOTNOTES, DOCS_LISTS, DOCS_TABLE, DOCS_TEXT } from '../clipboards/google-docs.ts';
import { WEB_ARTICLE, WEB_NOTES } from '../clipboards/web.ts';
import { WORD_FOOTNOTES, WORD_LISTS, WORD_MIXED, WORD_SHORT_LIST } from '../clipboards/word.ts';

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
    html: '',
  },
  {
    what: 'one item of a numbered list from Word',
    clip: { html: WORD_SHORT_LIST, plain: '3. Only this' },
    source: '3.  Only this',
    html: '',
  },
  {
    what: 'footnotes from Word',
    clip: { html: WORD_FOOTNOTES, plain: 'The river' },
    source: 'The river rose[^1] in spring and fell[^2].\n\n[^1]: By two *metres*.\n\n[^2]: Slowly.',
    html: '',
  },
  {
    what: 'a heading, formats, a table and no comment from Word',
    clip: { html: WORD_MIXED, plain: 'A heading' },
    source:
      '# A heading\n\nSome ***bold italics***, a [link](https://example.org/a) in Paris.\n\n| **Year** | **Height** |\n| --- | --- |\n| 1999 | 2\u00a0m |\n\nEnd.',
    html: '',
  },
  {
    what: 'formats from Google Docs',
    clip: { html: DOCS_TEXT, plain: 'A heading' },
    source:
      '## A heading\n\nPlain, **bold** and *slanted*, a [link](https://example.org/a).\n\nMore.',
    html: '',
  },
  {
    what: 'lists from Google Docs',
    clip: { html: DOCS_LISTS, plain: 'Apples' },
    source: '-   Apples\n    -   Cox\n    -   Gala\n-   Pears\n\n1.  Pick\n2.  Eat',
    html: '',
  },
  {
    what: 'footnotes from Google Docs, without its comments',
    clip: { html: DOCS_FOOTNOTES, plain: 'The river' },
    source: 'The river rose[^1] and fell[^2].\n\n[^1]: By two metres.\n\n[^2]: Slowly.',
    html: '',
  },
  {
    what: 'a table from Google Docs',
    clip: { html: DOCS_TABLE, plain: 'Year' },
    source: '| **Year** | **Height** |\n| --- | --- |\n| 1999 | 2 m |',
    html: '',
  },
  {
    what: 'formats, lists and a table from Pages',
    clip: { html: PAGES_TEXT, plain: 'Plain' },
    source:
      'Plain, **bold** and *slanted*, a [link](https://example.org/a).\n\n-   Apples\n    -   Cox\n-   Pears\n\n| **Year** | **Height** |\n| --- | --- |\n| 1999 | 2 m |',
    html: '',
  },
  {
    what: 'an article from a web page',
    clip: { html: WEB_ARTICLE, plain: 'Floods' },
    source:
      '## Floods\n\nThe **river** rose in [1999](https://example.org/wiki/1999 "1999"),[\\[1\\]](https://example.org/wiki/River#cite_note-1) by `2 m`.\n\n1.  First\n    -   inside\n2.  Second\n\n> It rose.\n\n![A flood](https://example.org/flood.jpg)\n\n```js\nlet a;\n```',
    html: '',
  },
  {
    what: 'footnotes from a web page',
    clip: { html: WEB_NOTES, plain: 'It rose' },
    source: 'It rose[^1].\n\n[^1]: By two metres.',
    html: '',
  },
  {
    what: 'footnotes beside those that are there',
    keys: 'Mine[^1].‹Enter›[^1]: My note.‹Enter›',
    clip: { html: WEB_NOTES, plain: 'It rose' },
    source: 'Mine[^1].\n\n[^1]: My note.\n\nIt rose[^2].\n\n[^2]: By two metres.',
    html: '',
  },
  {
    what: 'a URL on selected words',
    keys: `see this‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›`,
    clip: { plain: 'https://example.org/a_(b)' },
    source: 'see [this](https://example.org/a_\\(b\\))',
    html: '',
  },
  {
    what: 'a URL on words with a space after them',
    keys: 'see this ‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›‹Shift+ArrowLeft›',
    clip: { plain: 'https://example.org' },
    source: 'see [this](https://example.org) ',
    html: '',
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
    html: '',
  },
  {
    what: 'plain text as it is',
    clip: { plain: 'One "two" -- three...\nfour **five**' },
    source: 'One "two" -- three...\nfour **five**',
    html: '',
  },
  {
    what: 'formatted text into code is plain',
    isPlain: true,
    keys: '```‹Enter›',
    clip: { html: '<b>let</b> a = <i>"b"</i>;', plain: 'let a = "b";' },
    source: '```\nlet a = "b";\n```',
    html: '',
  },
  {
    what: 'a URL into code in a line is plain',
    keys: '`a`‹ArrowLeft›',
    clip: { plain: 'https://example.org' },
    source: '`ahttps://example.org`',
    html: '',
  },
];
