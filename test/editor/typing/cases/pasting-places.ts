// Pasting into existing text: an item, a heading, bold, a link, a cell, a footnote.

import type { PastingCase } from './pasting.ts';
import { times } from './typing-case.ts';

const PARAGRAPHS = { html: '<p>One <b>two</b>.</p><p>Three.</p>', plain: 'One two.\n\nThree.' };
const LIST = { html: '<ul><li>one</li><li>two</li></ul>', plain: 'one\ntwo' };

export const PASTING_PLACES: readonly PastingCase[] = [
  {
    what: 'paragraphs into an empty item stays in it',
    keys: '- a‹Enter›',
    clip: PARAGRAPHS,
    source: '- a\n- One **two**.\n\n  Three.',
    html: '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>One <strong>two</strong>.</p>\n<p>Three.</p>\n</li>\n</ul>\n',
  },
  {
    what: 'paragraphs into the middle of an item leaves its end in it',
    keys: `- ab${times(1, 'ArrowLeft')}`,
    clip: PARAGRAPHS,
    source: '- a\n\n  One **two**.\n\n  Three.\n\n  b',
    html: '<ul>\n<li>\n<p>a</p>\n<p>One <strong>two</strong>.</p>\n<p>Three.</p>\n<p>b</p>\n</li>\n</ul>\n',
  },
  {
    what: 'a list into an empty item goes on with the list',
    keys: '- a‹Enter›',
    clip: LIST,
    source: '- a\n-   one\n-   two',
    html: '<ul>\n<li>a</li>\n<li>one</li>\n<li>two</li>\n</ul>\n',
  },
  {
    what: 'a list at the start of an item puts its items before it',
    keys: '- a‹Home›',
    clip: LIST,
    source: '-   one\n-   two\n- a',
    html: '<ul>\n<li>one</li>\n<li>two</li>\n<li>a</li>\n</ul>\n',
  },
  {
    what: 'a title into an empty heading is that heading',
    keys: '## ',
    clip: { html: '<h3>A title</h3>', plain: 'A title' },
    source: '## A title',
    html: '<h2 id="h-a-title">A title</h2>\n',
  },
  {
    what: 'paragraphs into bold leaves bold on both sides of them',
    keys: `A **bold** end${times(8, 'ArrowLeft')}`,
    clip: PARAGRAPHS,
    source: 'A **bo**\n\nOne **two**.\n\nThree.\n\n**ld** end',
    html: '<p>A <strong>bo</strong></p>\n<p>One <strong>two</strong>.</p>\n<p>Three.</p>\n<p><strong>ld</strong> end</p>\n',
  },
  {
    what: 'paragraphs into a link is words of the link',
    keys: `[site](https://example.org)‹Home›${times(3, 'ArrowRight')}`,
    clip: PARAGRAPHS,
    isPlain: true,
    source: '[siOne two. Three.te](https://example.org)',
    html: '<p><a href="https://example.org" rel="nofollow ugc noopener">siOne two. Three.te</a></p>\n',
  },
  {
    what: 'a URL on the words of a link is where it leads to',
    keys: `[site](https://example.org)‹Home›‹ArrowRight›${times(4, 'Shift+ArrowRight')}`,
    clip: { plain: 'https://example.org/new' },
    source: '[site](https://example.org/new)',
    html: '<p><a href="https://example.org/new" rel="nofollow ugc noopener">site</a></p>\n',
  },
  {
    what: 'a list into a cell is its words',
    keys: '| a |‹Enter›| --- |‹Enter›| 1 |‹ArrowLeft›‹ArrowLeft›',
    clip: LIST,
    source: '| a |\n| --- |\n| 1one two |',
    html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1one two</td>\n</tr>\n</tbody>\n</table>\n',
  },
  {
    what: 'a URL with a bar into a cell stays in the cell',
    keys: '| a |‹Enter›| --- |‹Enter›| 1 |‹ArrowLeft›‹ArrowLeft› ',
    clip: { plain: 'https://example.org/a|b' },
    source: '| a |\n| --- |\n| 1 <https://example.org/a%7Cb> |',
    html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1 <a href="https://example.org/a%7Cb" rel="nofollow ugc noopener">https://example.org/a|b</a></td>\n</tr>\n</tbody>\n</table>\n',
  },
  {
    what: 'paragraphs into a footnote stays in it',
    keys: 'W[^1]‹Enter›[^1]: ',
    clip: PARAGRAPHS,
    source: 'W[^1]\n\n[^1]: One **two**.\n\n    Three.',
    html: '<p>W<sup class="footnote-ref" id="fnref-1"><a href="#fn-1" role="doc-noteref">[1]</a></sup></p>\n<section class="footnotes" role="doc-endnotes">\n<ol class="footnotes-list">\n<li id="fn-1" class="footnote-item"><p>One <strong>two</strong>.</p>\n<p>Three. <a href="#fnref-1" class="footnote-backref" role="doc-backlink">↩︎</a></p>\n</li>\n</ol>\n</section>\n',
  },
];
