/** Foreign HTML, taken in as Markdown and rendered again, says what it said. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanHtml } from '../../../src/rendering/html-import/html-cleaning.ts';
import { surveyHtml } from '../../../src/rendering/html-import/html-survey.ts';
import { htmlToMarkdown } from '../../../src/rendering/html-import/html-to-markdown.ts';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';

const markdownOf = (html: string, page?: string) =>
  htmlToMarkdown(cleanHtml(html, page, surveyHtml(html).notes).html);

/** HTML → Markdown. */
const CASES: [name: string, html: string, markdown: string][] = [
  ['paragraphs in frames', '<div>a</div><div>b</div>', 'a\n\nb'],
  ['emphasis', '<p><i>a</i> <b>b</b> <em>c</em><strong>d</strong></p>', '*a* **b** *c***d**'],
  ['strikethrough', '<p><s>a</s> <del>b</del> <strike>c</strike></p>', '~~a~~ ~~b~~ ~~c~~'],
  ['a heading with a break', '<h2>a<br>b</h2>', '## a b'],
  ['a link around a heading', '<a href="/a"><h2>b</h2></a>', '[b](/a)'],
  ['a link with brackets', '<a href="/a_(b)">[c]</a>', '[\\[c\\]](/a_\\(b\\))'],
  ['a link without an address', '<a name="x">a</a>', 'a'],
  ['a link with a title', '<a href="/a" title=\'say "b"\'>c</a>', '[c](/a "say \\"b\\"")'],
  ['an address with a space', '<a href="/a b">c</a>', '[c](/a%20b)'],
  ['a picture', '<img src="/a.png" alt="b" title="c">', '![b](/a.png "c")'],
  ['a image without an address', '<p>a<img alt="b"></p>', 'a'],
  [
    'a image with its caption',
    '<figure><img src=a.png alt=""><figcaption>b</figcaption></figure>',
    '![](a.png)\n\nb',
  ],
  ['lists in lists', '<ul><li>a<ol start=3><li>b</li></ol></li></ul>', '-   a\n    3.  b'],
  ['code in a line', '<p><code>a `b` *c*</code></p>', '``a `b` *c*``'],
  [
    'code with its language',
    '<pre><code class="hljs language-ts">a\n\n  b\n</code></pre>',
    '```ts\na\n\n  b\n```',
  ],
  ['code with its language outside', '<pre class="lang-c++">a</pre>', '```c++\na\n```'],
  [
    'code coloured by elements',
    '<pre><code><span class=k>let</span> <b>a</b></code></pre>',
    '```\nlet a\n```',
  ],
  ['code with a fence', '<pre>```\na\n```</pre>', '````\n```\na\n```\n````'],
  [
    'a table',
    '<table><tr><th>a<th align=right>b<tr><td>c|d<td><p>e</p><p>f</p></table>',
    '| a | b |\n| --- | --: |\n| c\\|d | e f |',
  ],
  [
    'a table with a caption',
    '<table><caption>x</caption><tr><td>a<td>b</table>',
    'x\n\n| a | b |\n| --- | --- |',
  ],
  [
    'rows of unlike length',
    '<table><tr><td colspan=2>a<tr><td>b<td>c<td>d</table>',
    '| a |  |  |\n| --- | --- | --- |\n| b | c | d |',
  ],
  ['a table as a frame', '<table><tr><td><p>a</p><p>b</p></td></tr></table>', 'a\n\nb'],
  [
    'a table of one column with its heading',
    '<table><tr><th>a<tr><td>b</table>',
    '| a |\n| --- |\n| b |',
  ],
  [
    'cells that reach down and across',
    '<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f</table>',
    '| a |  | b |\n| --- | --- | --- |\n|  |  | c |\n| d | e | f |',
  ],
  [
    'a table inside a table',
    '<table><tr><td>a<td><table><tr><td>b<td>c</table></table>',
    'a\n\n| b | c |\n| --- | --- |',
  ],
  [
    'a table in a figure',
    '<figure><table><tr><td>a<td>b</table><figcaption>c</figcaption></figure>',
    '| a | b |\n| --- | --- |\n\nc',
  ],
  [
    'terms and what they mean',
    '<dl><dt>a<dd>b<dd>c<dt><b>d</b><dd>e</dl>',
    '**a**\n\nb\n\nc\n\n**d**\n\ne',
  ],
  ['raised and lowered figures', 'x<sup>2</sup> H<sub>2</sub>O 10<sup>−3</sup>', 'x² H₂O 10⁻³'],
  ['raised letters', 'the 1<sup>st</sup>', 'the 1st'],
  ['keys and names', '<kbd>Ctrl</kbd> <cite>A book</cite> <q>b</q>', '`Ctrl` *A book* “b”'],
  [
    'tasks',
    '<ul><li><input type=checkbox checked>a<li><label><input type="checkbox">b</label></ul><input>',
    '-   [x] a\n-   [ ] b',
  ],
  [
    'a image that is fetched late',
    '<img src="data:image/gif;base64,AA" data-src="/a.png" alt="b">',
    '![b](/a.png)',
  ],
  [
    'code named by its frame',
    '<div class="highlight highlight-source-js"><pre>a</pre></div>',
    '```js\na\n```',
  ],
  ['code named by an attribute', '<pre data-lang="go"><code>a</code></pre>', '```go\na\n```'],
  [
    'code named beside its highlighter',
    '<pre><code class="hljs python">a</code></pre>',
    '```python\na\n```',
  ],
  [
    'notes, with their ways back',
    '<p>a<sup><a href="#fn:1">1</a></sup> b<a class="footnote-ref" href="#fn:2"><sup>2</sup></a></p>' +
      '<ol><li id="fn:1"><p>c <a href="#fnref:1">↩</a></p><p>d</p></li><li id="fn:2">e</li></ol>',
    'a[^1] b[^2]\n\n[^1]: c \n\n    d\n\n[^2]: e',
  ],
  ['a raised link that leads to no note', 'a<sup><a href="#top">1</a></sup>', 'a[1](#top)'],
  ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n> \n> b'],
  ['a rule', 'a<hr>b', 'a\n\n---\n\nb'],
  ['what is not read', '<nav>x</nav><script>x</script><style>x</style><button>x</button>a', 'a'],
  ['unsafe addresses', '<a href="javascript:x">a</a> <img src="file:///x" alt="b">', 'a'],
];

for (const [name, html, markdown] of CASES) {
  test(`${name} as Markdown`, () => assert.equal(markdownOf(html), markdown));
}

/** Text that looks like Markdown but isn't stays as it was. */
const LITERAL = [
  '1. a',
  '1) a',
  '- a',
  '+ a',
  '* a',
  '# a',
  '> a',
  '=== a',
  '*a*',
  '_a_',
  '`a`',
  '~~a~~',
  '[a](b)',
  '![a](b)',
  '&lt;',
  '&amp;copy;',
  '<https://a.example>',
  '<a@b.example>',
  '\\a',
  '[^1]',
  'a | b',
  '<b>',
];

for (const text of LITERAL) {
  test(`“${text}” in a page is “${text}” in the piece`, async () => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const markdown = markdownOf(`<p>${escaped}</p>`);
    assert.equal(
      (await renderMarkdown(markdown)).html,
      `<p>${escaped.replaceAll('>', '&gt;')}</p>\n`,
    );
  });
}

test('relative URLs become whole where the page’s own is known', () => {
  const page = 'https://old.example/a/b';
  assert.equal(markdownOf('<a href="../c">d</a>', page), '[d](https://old.example/c)');
  assert.equal(markdownOf('<img src="e.png" alt="">', page), '![](https://old.example/a/e.png)');
  assert.equal(markdownOf('<a href="#f">g</a>', page), '[g](#f)');
});

/** Formats that Markdown lacks are reported. */
const LOSSES: [html: string, losses: string[]][] = [
  ['<table><tr><td>a<td>b</table><p>x<sup>2</sup>, the 1<sup>st</sup></p>', []],
  ['<table><tr><td rowspan="2">a</table>', ['tables']],
  ['<table><tr><td><ul><li>a</ul></table>', ['tables']],
  ['a<sup>note</sup>', ['raised']],
  ['a<sup><a href="#n1">[1]</a></sup>', []],
  ['<math><mi>a</mi></math><video></video>', ['formulas', 'embeds']],
  ['<nav><iframe></iframe></nav><svg><title>a</title></svg>', []],
];

for (const [html, losses] of LOSSES) {
  test(`${html} loses ${losses.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(surveyHtml(html).losses, losses);
  });
}

test('what our own rendering makes comes back as itself', async () => {
  const markdown =
    '## A *bridge*\n\nOf **steel**, ~~iron~~ and `code`, [there](https://a.example/b "c").\n\n' +
    '-   one\n-   two\n\n1.  first\n2.  second\n\n> said\n\n```js\nlet a = "<b>";\n```\n\n' +
    '| a | b |\n| --- | --: |\n| c | d\\|e |\n\n![alt](/media/x.webp)\n\n---\n\n' +
    'End[^1], again[^1].\n\n[^1]: A *note*.';
  const { html } = await renderMarkdown(markdown);
  const again = markdownOf(html);
  assert.equal(again, markdown);
  assert.equal((await renderMarkdown(again)).html, html);
});
