// Bold, italic, code and links by their keys.

import { type TypingCase, times } from './typing-case.ts';

const select = (count: number) => times(count, 'Shift+ArrowLeft');

export const MARKS: readonly TypingCase[] = [
  {
    what: 'bold over a trailing space',
    keys: `one two ‹Control+Home›${times(4, 'Shift+ArrowRight')}‹Control+b›`,
    source: '**one** two ',
    html: '<p><strong>one</strong> two</p>\n',
  },
  {
    what: 'bold over a leading space',
    keys: `one two${select(4)}‹Control+b›`,
    source: 'one **two**',
    html: '<p>one <strong>two</strong></p>\n',
  },
  {
    what: 'bold over two paragraphs',
    keys: 'one‹Enter›two‹Control+a›‹Control+b›',
    source: '**one**\n\n**two**',
    html: '<p><strong>one</strong></p>\n<p><strong>two</strong></p>\n',
  },
  {
    what: 'bold over list items',
    keys: '- one‹Enter›two‹Control+a›‹Control+b›',
    source: '- **one**\n- **two**',
    html: '<ul>\n<li><strong>one</strong></li>\n<li><strong>two</strong></li>\n</ul>\n',
  },
  {
    what: 'bold over a heading and a quote',
    keys: '## one‹Enter›> two‹Control+a›‹Control+b›',
    source: '## **one**\n\n> **two**',
    html: '<h2 id="h-one"><strong>one</strong></h2>\n<blockquote>\n<p><strong>two</strong></p>\n</blockquote>\n',
  },
  {
    what: 'bold over a line break',
    keys: 'one‹Shift+Enter›two‹Control+a›‹Control+b›',
    source: '**one**\\\n**two**',
    html: '<p><strong>one</strong><br />\n<strong>two</strong></p>\n',
  },
  {
    what: 'bold off again, from the same selection',
    keys: 'one‹Enter›two‹Control+a›‹Control+b›‹Control+b›',
    source: 'one\n\ntwo',
    html: '<p>one</p>\n<p>two</p>\n',
  },
  {
    what: 'bold in a word is bold over the word',
    keys: `one two${times(2, 'ArrowLeft')}‹Control+b›`,
    source: 'one **two**',
    html: '<p>one <strong>two</strong></p>\n',
  },
  {
    what: 'bold off from within the word',
    keys: `one two${times(2, 'ArrowLeft')}‹Control+b›‹Control+b›`,
    source: 'one two',
    html: '<p>one two</p>\n',
  },
  {
    what: 'bold off for one of three words',
    keys: `one two three${select(13)}‹Control+b›‹ArrowLeft›${times(5, 'ArrowRight')}‹Control+b›`,
    source: '**one** two **three**',
    html: '<p><strong>one</strong> two <strong>three</strong></p>\n',
  },
  {
    what: 'bold on and off while typing',
    keys: 'one ‹Control+b›two‹Control+b› three',
    source: 'one **two** three',
    html: '<p>one <strong>two</strong> three</p>\n',
  },
  {
    what: 'bold at a word’s end, where the space is typed after it',
    keys: 'one‹Control+b› two ‹Control+b›three',
    source: 'one **two** three',
    html: '<p>one <strong>two</strong> three</p>\n',
  },
  {
    what: 'bold switched on and left unused leaves nothing',
    keys: 'one ‹Control+b›‹ArrowRight›‹ArrowRight›two‹Control+Home›',
    source: 'one two',
    html: '<p>one two</p>\n',
  },
  {
    what: 'Backspace removes an empty pair whole',
    keys: 'one ‹Control+b›‹Backspace›two',
    source: 'one two',
    html: '<p>one two</p>\n',
  },
  {
    what: 'a trailing space does not stay in bold when it is left',
    keys: 'one ‹Control+b›two ‹Control+Home›',
    source: 'one **two** ',
    html: '<p>one <strong>two</strong></p>\n',
  },
  {
    what: 'Enter in bold gives each paragraph its own marks',
    keys: `one two‹Control+a›‹Control+b›‹ArrowRight›${times(3, 'ArrowLeft')}‹Enter›`,
    source: '**one**\n\n**two**',
    html: '<p><strong>one</strong></p>\n<p><strong>two</strong></p>\n',
  },
  {
    what: 'Enter at the end of bold leaves it',
    keys: '‹Control+b›one‹Enter›two',
    source: '**one**\n\ntwo',
    html: '<p><strong>one</strong></p>\n<p>two</p>\n',
  },
  {
    what: 'bold over quotation marks inside a word stays clear of them',
    keys: `say"so"now${times(3, 'ArrowLeft')}${select(4)}‹Control+b›`,
    source: 'say”**so**”now',
    html: '<p>say”<strong>so</strong>”now</p>\n',
  },
  {
    what: 'bold over words that are partly bold',
    keys: 'one ‹Control+b›two‹Control+b› three‹Control+a›‹Control+b›',
    source: '**one two three**',
    html: '<p><strong>one two three</strong></p>\n',
  },
  {
    what: 'italic inside bold',
    keys: `one two three‹Control+a›‹Control+b›‹ArrowRight›${times(6, 'ArrowLeft')}${select(3)}‹Control+i›`,
    source: '**one *two* three**',
    html: '<p><strong>one <em>two</em> three</strong></p>\n',
  },
  {
    what: 'bold over a link',
    keys: 'see [this](https://example.org) now‹Control+a›‹Control+b›',
    source: '**see [this](https://example.org) now**',
    html: '<p><strong>see <a href="https://example.org" rel="nofollow ugc noopener">this</a> now</strong></p>\n',
  },
  {
    what: 'bold over the cells of a table',
    keys: '| a | b |‹Enter›| --- | --- |‹Enter›| 1 | 2 |‹Control+a›‹Control+b›',
    source: '| **a** | **b** |\n| --- | --- |\n| **1** | **2** |',
    html: '<table>\n<thead>\n<tr>\n<th><strong>a</strong></th>\n<th><strong>b</strong></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><strong>1</strong></td>\n<td><strong>2</strong></td>\n</tr>\n</tbody>\n</table>\n',
  },
  {
    what: 'code over a word with a space after it',
    keys: `run npm now${times(3, 'ArrowLeft')}${select(4)}‹Control+e›`,
    source: 'run `npm` now',
    html: '<p>run <code>npm</code> now</p>\n',
  },
  {
    what: 'code over several lines is a block',
    keys: 'one‹Shift+Enter›two‹Enter›three‹Control+a›‹Control+e›',
    source: '```\none\ntwo\n\nthree\n```',
    html: '<pre><code>one\ntwo\n\nthree\n</code></pre>\n',
  },
  {
    what: 'code over something with a backtick',
    keys: 'a`b‹Control+a›‹Control+e›',
    source: '``a`b``',
    html: '<p><code>a`b</code></p>\n',
  },
  {
    what: 'a link over a trailing space, and its URL typed',
    keys: `see this ‹Control+Home›${times(4, 'ArrowRight')}${times(5, 'Shift+ArrowRight')}‹Control+k›https://example.org‹Enter›`,
    source: 'see [this](https://example.org) ',
    html: '<p>see <a href="https://example.org" rel="nofollow ugc noopener">this</a></p>\n',
  },
  {
    what: 'a link is typed without its scheme, and Enter goes on in the same paragraph',
    keys: `see this now${times(4, 'ArrowLeft')}${select(4)}‹Control+k›example.org/a‹Enter› and`,
    source: 'see [this](https://example.org/a) and now',
    html: '<p>see <a href="https://example.org/a" rel="nofollow ugc noopener">this</a> and now</p>\n',
  },
  {
    what: 'a link over bold and one of its marks has both of them',
    keys: `see **this**${select(6)}‹Control+k›https://example.org‹Enter›`,
    source: 'see [**this**](https://example.org)',
    html: '<p>see <a href="https://example.org" rel="nofollow ugc noopener"><strong>this</strong></a></p>\n',
  },
  {
    what: 'a link over words in bold stays in it, and its words may have a bracket',
    keys: `**see this**‹ArrowLeft›‹ArrowLeft›${select(4)}‹Control+k›https://example.org‹Enter›‹Control+k›‹Shift+Tab›a ] b‹Enter›`,
    source: '**see [a \\] b](https://example.org)**',
    html: '<p><strong>see <a href="https://example.org" rel="nofollow ugc noopener">a ] b</a></strong></p>\n',
  },
  {
    what: 'an e-mail address is one to write to',
    keys: `write me${select(2)}‹Control+k›me@example.org‹Enter›`,
    source: 'write [me](mailto:me@example.org)',
    html: '<p>write <a href="mailto:me@example.org">me</a></p>\n',
  },
  {
    what: 'Escape leaves the words as they were',
    keys: `see this${select(4)}‹Control+k›exam‹Escape›‹ArrowRight› now`,
    source: 'see this now',
    html: '<p>see this now</p>\n',
  },
  {
    what: 'a link without a selection asks for its words too',
    keys: 'see ‹Control+k›this‹Tab›https://example.org‹Enter› now',
    source: 'see [this](https://example.org) now',
    html: '<p>see <a href="https://example.org" rel="nofollow ugc noopener">this</a> now</p>\n',
  },
  {
    what: 'words without a URL are words',
    keys: 'see ‹Control+k›this‹Enter› now',
    source: 'see this now',
    html: '<p>see this now</p>\n',
  },
  {
    what: 'a URL with brackets in it, and one before a line break, are links whole',
    keys: 'See https://example.org/a_(b) or (https://example.org/c)‹Shift+Enter›https://example.org/d‹Shift+Enter›e',
    source:
      'See <https://example.org/a_(b)> or (<https://example.org/c>)\\\n<https://example.org/d>\\\ne',
    html: '<p>See <a href="https://example.org/a_(b)" rel="nofollow ugc noopener">https://example.org/a_(b)</a> or (<a href="https://example.org/c" rel="nofollow ugc noopener">https://example.org/c</a>)<br />\n<a href="https://example.org/d" rel="nofollow ugc noopener">https://example.org/d</a><br />\ne</p>\n',
  },
  {
    what: 'a list from paragraphs has no empty items',
    keys: 'one‹Enter›two‹Control+a›‹Control+Shift+8›',
    source: '- one\n- two',
    html: '<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n',
  },
  {
    what: 'a numbered list from a list',
    keys: '- one‹Enter›two‹Control+a›‹Control+Shift+7›',
    source: '1. one\n2. two',
    html: '<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n',
  },
  {
    what: 'a quote from paragraphs, and back',
    keys: 'one‹Enter›two‹Control+a›‹Control+Shift+9›',
    source: '> one\n>\n> two',
    html: '<blockquote>\n<p>one</p>\n<p>two</p>\n</blockquote>\n',
  },
  {
    what: 'a URL that is typed becomes a link at the space after it',
    keys: 'See https://example.org/a_b, or not',
    source: 'See <https://example.org/a_b>, or not',
    html: '<p>See <a href="https://example.org/a_b" rel="nofollow ugc noopener">https://example.org/a_b</a>, or not</p>\n',
  },
  {
    what: 'a URL that is typed becomes a link at Enter',
    keys: 'https://example.org/a‹Enter›More',
    source: '<https://example.org/a>\n\nMore',
    html: '<p><a href="https://example.org/a" rel="nofollow ugc noopener">https://example.org/a</a></p>\n<p>More</p>\n',
  },
  {
    what: 'one Backspace leaves the URL as it was typed',
    keys: 'See https://example.org ‹Backspace›',
    source: 'See https://example.org ',
    html: '<p>See https://example.org</p>\n',
  },
];
