// Files made to do harm: each is refused or comes in harmless, in bounded time, and the desk lives on.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FILE_READING } from '../../../src/operations/file-import/read-file.ts';
import { contentIn } from '../../../src/operations/pieces/content.ts';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { DATABASES } from '../../support/databases/databases.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { startImports } from '../../support/desk/file-imports.ts';

interface Hostile {
  name: string;
  file?: string;
  bytes: string | Buffer;
  /** The words of the refusal; without them the file must be imported. */
  refused?: RegExp;
  /** Fields of the imported draft. */
  gives?: { [field: string]: unknown };
  /** Takes its whole time, however long that is: a second, once, is enough. */
  slow?: boolean;
}

const USUAL_MS = FILE_READING.longestMs;

const TANGLED = /^This file cannot be read/;
const DEEP = /nested too deeply/;
const LONG = /characters long, but a piece can have at most 100,000/;

const front = (lines: string) => `---\n${lines}\n---\n\nText.`;
const page = (name: string, bytes: string | Buffer, rest: Partial<Hostile> = {}): Hostile => ({
  name,
  file: 'a.html',
  bytes,
  ...rest,
});

const BOMB = `a: &a [x, x, x, x, x, x, x, x]\n${'bcdefghij'
  .split('')
  .map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(8)}]`)
  .join('\n')}\ntags: *j`;

const HOSTILE: Hostile[] = [
  page('100,000 open elements', '<div>'.repeat(100_000), { refused: DEEP }),
  page('100,000 elements, closed', `${'<b>'.repeat(100_000)}x${'</b>'.repeat(100_000)}`, {
    refused: DEEP,
  }),
  page('deep quotations', '<blockquote>'.repeat(501), { refused: DEEP }),
  page('a list without end', `<ol>${'<li>a</li>'.repeat(150_000)}</ol>`, {
    refused: TANGLED,
    slow: true,
  }),
  page('line breaks only', '<br>'.repeat(500_000), { refused: TANGLED, slow: true }),
  page('an attribute of 2 MB', `<p title="${'x'.repeat(2_000_000)}">Text.</p>`, {
    gives: { body_md: 'Text.' },
  }),
  page('100,000 attributes', `<p ${'a=1 '.repeat(100_000)}>Text.</p>`, {
    gives: { body_md: 'Text.' },
  }),
  page('an address of 2 MB', `<a href="https://a.example/${'x'.repeat(2_000_000)}">a</a>`, {
    refused: LONG,
  }),
  page('a table of 40,000 columns', `<table><tr>${'<td>a'.repeat(40_000)}</table>`, {
    refused: LONG,
  }),
  page('cells that span a million', '<table><tr><td colspan=1000000>a<td>b</table>', {
    gives: { headline: '' },
  }),
  page('backticks', `<pre>${'` '.repeat(300_000)}</pre>`, { refused: LONG }),
  page('an open comment', `<p>Text.<!--${'<!--'.repeat(100_000)}`, { gives: { body_md: 'Text.' } }),
  page('an open script', '<p>Text.<script>alert(1)', { gives: { body_md: 'Text.' } }),
  page(
    'script in every place',
    `<p onclick="alert(1)">Text.<img src=x onerror=alert(1)>
    <a href="javascript:alert(1)">a</a><svg onload=alert(1)><title>t</title></svg>
    <iframe srcdoc="<script>alert(1)</script>"></iframe><style>@import "x"</style>`,
  ),
  page(
    'script in entities',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; <a href="&#106;avascript:alert(1)">a</a>',
  ),
  page('Markdown that hides a script', '<p>[a](javascript:alert(1)) ![b](data:text/html,x)'),
  page('a number as a list start', '<ol start="1e999"><li>a</li></ol>', {
    gives: { body_md: '1.  a' },
  }),
  page('control characters as entities', '<p>a&#0;&#1;&#x1f;&#x1e;&#xD800;b', {
    gives: { body_md: 'a��b' },
  }),
  page('a NUL in a page', '<p>a\0b', { refused: /^This is not a text file/ }),
  page('a title of 1 MB', `<title>${'x'.repeat(1_000_000)}</title><p>Text.`, {
    gives: { headline: '', body_md: 'Text.' },
  }),
  page(
    'a prototype for an element',
    '<constructor __proto__=x toString=y>Text.</constructor><valueOf>',
    {
      gives: { body_md: 'Text.' },
    },
  ),
  page('no-break spaces', `<b>${'\u00a0'.repeat(300_000)}x</b>`, { refused: TANGLED, slow: true }),
  {
    name: 'a template in the place of a cover',
    bytes: front('image: "{{ site.url }}/a.png"'),
    gives: { image: null, body_md: 'Text.' },
  },
  { name: 'a NUL', bytes: 'a\0b', refused: /^This is not a text file/ },
  {
    name: 'a picture',
    file: 'a.md',
    bytes: Buffer.from('89504e470d0a1a0a0000', 'hex'),
    refused: /^The text is not/,
  },
  {
    name: 'a lone surrogate in UTF-8',
    bytes: Buffer.from('61eda08062', 'hex'),
    refused: /^The text is not/,
  },
  {
    name: 'a lone surrogate in UTF-16',
    bytes: Buffer.from('fffe00d86100', 'hex'),
    refused: /^The text is not/,
  },
  { name: 'an overlong slash', bytes: Buffer.from('61c0af62', 'hex'), refused: /^The text is not/ },
  {
    name: 'half a UTF-16 character',
    bytes: Buffer.from('fffe6100620a', 'hex').subarray(0, 5),
    refused: /^The text is not/,
  },
  {
    name: 'control characters',
    bytes: 'a\x07\x1b[31m\x7f\x85b\u2028c',
    gives: { body_md: 'a[31mb\u2028c' },
  },
  { name: 'aliases that multiply', bytes: front(BOMB), gives: { tags: '[]', body_md: 'Text.' } },
  {
    name: 'an alias of itself',
    bytes: front('tags: &a [*a]'),
    gives: { tags: '[]', body_md: 'Text.' },
  },
  {
    name: 'a merge',
    bytes: front('x: &x {title: A}\n<<: *x'),
    gives: { headline: '', body_md: 'Text.' },
  },
  {
    name: 'a prototype for a key',
    bytes: front('__proto__: {title: A}\nconstructor: {prototype: {sub: b}}\ntoString: x'),
    gives: { headline: '', sub: null, body_md: 'Text.' },
  },
  {
    name: 'tags of YAML that make things',
    bytes: front('title: !!js/function "function(){}"\nsub: !!binary aGk=\ncategory: !!set {a}'),
    gives: { category: 'building' },
  },
  {
    name: 'escaped control characters',
    bytes: front('title: "a\\0b"\nsub: "a\\uD800b"'),
    gives: { headline: '', sub: null },
  },
  {
    name: 'YAML 16,000 lists deep',
    bytes: front(`a: ${'['.repeat(16_000)}`),
    gives: { headline: '' },
  },
  {
    name: 'YAML 4,000 maps deep',
    bytes: front(`a: ${'{a: '.repeat(4_000)}`),
    gives: { headline: '' },
  },
  {
    name: 'front matter of 90 KB',
    bytes: front(`a: ${'x'.repeat(90_000)}`),
    gives: { headline: '' },
  },
  {
    name: 'front matter without end',
    bytes: `---\n${'a: b\n'.repeat(15_000)}`,
    gives: { headline: '' },
  },
  { name: '500,000 fences', bytes: '---\n'.repeat(500_000), refused: LONG },
  { name: 'brackets', bytes: '['.repeat(100_000), gives: { headline: '' } },
  { name: 'quotation in quotation', bytes: '>'.repeat(99_999), gives: { headline: '' } },
  {
    name: 'a path for a name',
    file: '../../../etc/cron.d/a.md',
    bytes: 'Text.',
    gives: { body_md: 'Text.' },
  },
  {
    name: 'a name with a NUL and a line end',
    file: 'a\0\r\nx.md',
    bytes: 'Text.',
    gives: { body_md: 'Text.' },
  },
];

for (const kind of DATABASES) {
  describe(`hostile files on ${kind}`, async () => {
    const desk = await startImports(kind);
    for (const { name, file = 'a.md', bytes, refused, gives = {}, slow } of HOSTILE) {
      if (slow && kind !== 'sqlite') continue;
      test(name, async () => {
        FILE_READING.longestMs = slow ? 1_000 : USUAL_MS;
        if (refused) return assert.match(await desk.refusalOf({ name: file, bytes }), refused);
        const { id, version } = await desk.draftFrom({ name: file, bytes });
        assert.partialDeepStrictEqual(contentIn(version), gives);
        assert.equal((await desk.browser.open(`/desk/edit/pieces/${id}`)).statusCode, 200);
        const { html } = await renderMarkdown(version.body_md);
        assert.doesNotMatch(
          html,
          /<script|<svg|<iframe|<[^>]+\son\w+=|(?:href|src)="\s*(?:javascript|data):/i,
        );
      });
    }

    test('there are many of them, and the desk lives on', async () => {
      assert.ok(HOSTILE.length >= 40);
      const answer = await desk.send({ name: 'a.md', bytes: '# After all that\n\nText.' });
      assert.match(leadsTo(answer), /^\/desk\/edit\/pieces\//);
    });
  });
}
