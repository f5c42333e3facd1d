/** Each feature of Markdown by an example, with the HTML that must and must not come out. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { assertSafe } from './safety.ts';

interface Scenario {
  readonly name: string;
  readonly markdown: string;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  readonly text?: string;
}

const rel = 'rel="nofollow ugc noopener"';

const scenarios: readonly Scenario[] = [
  {
    name: 'HTML is shown, not passed',
    markdown: 'a <b>b</b> <!-- c -->\n\n<div>\nd\n</div>',
    has: ['&lt;b&gt;b&lt;/b&gt;', '&lt;!-- c --&gt;', '&lt;div&gt;'],
    lacks: ['<b>', '<div>', '<!--'],
    text: 'a <b>b</b> <!-- c -->\n\n<div> d </div>',
  },
  {
    name: 'tables carry their alignment in classes',
    markdown: '| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 |   |\n| 4 | 5 | 6 |',
    has: [
      '<table>',
      '<th class="align-left">a</th>',
      '<td class="align-center">2</td>',
      'align-right',
    ],
    lacks: ['style'],
    text: 'a b c\n1 2\n4 5 6',
  },
  {
    name: 'strikethrough',
    markdown: '~~gone~~ here',
    has: ['<s>gone</s> here'],
    text: 'gone here',
  },
  {
    name: 'footnotes, one of them named twice',
    markdown: 'One[^a] two[^b] three[^a].\n\n[^a]: First *note*.\n[^b]: Second.\n\nEnd.',
    has: [
      '<sup class="footnote-ref" id="fnref-1"><a href="#fn-1" role="doc-noteref">[1]</a></sup>',
      'id="fnref-1-2"',
      '<section class="footnotes" role="doc-endnotes">',
      '<li id="fn-2" class="footnote-item"><p>Second. <a href="#fnref-2" class="footnote-backref"',
      'href="#fnref-1-2"',
    ],
    text: 'One two three.\n\nEnd.\n\nFirst note.\nSecond.',
  },
  {
    name: 'a footnote written inside another, and one that ends in code',
    markdown:
      'One[^a] two[^b] three[^c].\n\n[^a]: First.\n\n    [^b]: Second.\n\n[^c]:\n\n        let c',
    has: [
      '<li id="fn-1" class="footnote-item"><p>First. <a href="#fnref-1"',
      '<li id="fn-2" class="footnote-item"><p>Second. <a href="#fnref-2"',
      '</code></pre>\n <a href="#fnref-3"',
    ],
    text: 'One two three.\n\nFirst.\nSecond.\nlet c',
  },
  {
    name: 'a footnote that is an image with a caption still leads back',
    markdown: 'One[^a].\n\n[^a]: ![A map](https://x.example/m.png "The *coast*"){.wide}',
    has: [
      '<li id="fn-1" class="footnote-item"><figure class="wide"><img ',
      '<figcaption>The *coast*</figcaption></figure>\n <a href="#fnref-1" class="footnote-backref"',
    ],
    lacks: ['<p></p>', '</figure></figure>'],
  },
  {
    name: 'a caption that nobody would see is none, and a mark that is escaped is text',
    markdown: '![A](https://x.example/a.png " ")\n\n![B](https://x.example/b.png)\\{.wide}',
    has: ['alt="B"', '{.wide}</p>'],
    lacks: ['<figure', '<figcaption'],
  },
  {
    name: 'a footnote nobody defined is text, and so is a note written in place',
    markdown: 'One[^x] ^[two]',
    has: ['One[^x] ^[two]'],
    lacks: ['<sup', '<section'],
  },
  {
    name: 'task lists',
    markdown: '- [ ] to *do*\n- [x] done\n- plain',
    has: [
      '<ul class="contains-task-list">',
      '<li class="task-list-item"><label><input type="checkbox" disabled /> to <em>do</em></label></li>',
      '<label><input type="checkbox" disabled checked /> done</label>',
      '<li>plain</li>',
    ],
    text: 'to do\ndone\nplain',
  },
  {
    name: 'a loose, ordered, nested task list',
    markdown: '1. [X] one\n\n   - [ ] two\n\n2. three',
    has: [
      '<ol class="contains-task-list">',
      '<p><label><input type="checkbox" disabled checked /> one',
    ],
    text: 'one\ntwo\nthree',
  },
  {
    name: 'brackets that aren’t a task',
    markdown: '- [ ]\n- [y] b\n- [x](c)\n- [x]d\n\n[ ] e',
    lacks: ['<input', 'task-list'],
  },
  {
    name: 'known code has classes, never style',
    markdown: '```ts\nconst a = "<b>"; // c\n```',
    has: [
      '<pre><code class="language-ts"><span class="hl-keyword">const',
      '<span class="hl-string-expression">"&lt;b&gt;"</span>',
      '<span class="hl-comment">// c</span>\n</code></pre>',
    ],
    lacks: ['style', 'shiki'],
    text: 'const a = "<b>"; // c',
  },
  {
    name: 'unknown code is plain, and so is a name that every object has',
    markdown: '```nope extra\n<a> & b\n```\n\n```constructor\nc\n```\n\n    d',
    has: [
      '<code class="language-nope">&lt;a&gt; &amp; b\n</code>',
      '<code class="language-constructor">c\n</code>',
      '<pre><code>d\n</code></pre>',
    ],
    lacks: ['<span'],
    text: '<a> & b\n\nc\n\nd',
  },
  {
    name: 'overlong code and overlong lines are plain',
    markdown: `\`\`\`js\n${'let a = 1;\n'.repeat(5000)}\`\`\`\n\n\`\`\`js\n${'let a;'.repeat(200)}\n\`\`\``,
    has: [
      '<code class="language-js">let a = 1;\nlet a = 1;',
      '<code class="language-js">let a;let a;',
    ],
    lacks: ['<span'],
  },
  {
    name: 'bare addresses stay text and quotes stay straight',
    markdown: 'https://example.com "quoted" -- (c) ...',
    has: ['<p>https://example.com "quoted" -- (c) ...</p>'],
  },
  {
    name: 'headings have ids of their own',
    markdown:
      '# Über *uns*\n\n## Über uns\n\n### Über uns 2\n\nÜber uns\n---\n\n#\n\n# `a` [b](c)[^1]\n\n[^1]: d',
    has: [
      '<h1 id="h-uber-uns">',
      '<h2 id="h-uber-uns-2">',
      '<h3 id="h-uber-uns-2-2">',
      '<h2 id="h-uber-uns-3">',
      '<h1 id="h-a-b">',
    ],
  },
  {
    name: 'links to a named host say so to search engines',
    markdown:
      '[a](https://x.example/?a=1&b=2 "t") [b](HTTP://x.example) <https://x.example/c> [d](//x.example)',
    has: [
      `<a href="https://x.example/?a=1&amp;b=2" title="t" ${rel}>a</a>`,
      `<a href="HTTP://x.example" ${rel}>b</a>`,
      `<a href="https://x.example/c" ${rel}>https://x.example/c</a>`,
      `<a href="//x.example" ${rel}>d</a>`,
    ],
    text: 'a b https://x.example/c d',
  },
  {
    name: 'other links do not',
    markdown:
      '[a](/b) [c](#d) [e](mailto:f@g.example) [h](irc://i.example) [j](made-up-scheme:k) [l]()',
    has: [
      '<a href="/b">',
      '<a href="#d">',
      '<a href="mailto:',
      '<a href="irc:',
      '<a href="made-up-scheme:k">',
      '<a href="">',
    ],
    lacks: ['rel='],
  },
  {
    name: 'images load late, and only from the web',
    markdown:
      '![a *b*](https://x.example/c.png "d") ![](e.png) ![f](irc://g) ![h](data:image/png;base64,AAAA)',
    has: [
      '<img src="https://x.example/c.png" alt="a b" title="d" loading="lazy" decoding="async" />',
      '<img src="e.png" alt="" loading="lazy" decoding="async" />',
      ' f ',
    ],
    lacks: ['irc:', 'src="data:'],
  },
  {
    name: 'text keeps lines, code and alternative texts, and loses the syntax',
    markdown:
      '# Head\n\nSoft\nline, hard\\\nbreak, **bold** `co*de` ![alt](a.png).\n\n> quoted\n>\n> twice\n\n' +
      '- one\n- two\n  - nested\n- three\n\nAfter &amp; \\*all\\*.\n\n---\n\n```\n  a\n\n  b\n```',
    text:
      'Head\n\nSoft line, hard\nbreak, bold co*de alt.\n\nquoted\n\ntwice\n\n' +
      'one\ntwo\nnested\nthree\n\nAfter & *all*.\n\n  a\n\n  b',
  },
  {
    name: 'paragraphs inside a list item keep their blank line',
    markdown: '1. a\n\n   b\n\n2. c\n\nd',
    text: 'a\n\nb\nc\n\nd',
  },
  { name: 'nothing', markdown: ' \n\n', text: '' },
];

for (const { name, markdown, has = [], lacks = [], text } of scenarios) {
  test(name, async () => {
    await assertSafe(markdown);
    const rendered = await renderMarkdown(markdown);
    for (const fragment of has) {
      assert.ok(
        rendered.html.includes(fragment),
        `no ${fragment} in ${rendered.html.slice(0, 2000)}`,
      );
    }
    for (const fragment of lacks) {
      assert.ok(
        !rendered.html.includes(fragment),
        `${fragment} in ${rendered.html.slice(0, 2000)}`,
      );
    }
    if (text !== undefined) assert.equal(rendered.text, text);
  });
}
