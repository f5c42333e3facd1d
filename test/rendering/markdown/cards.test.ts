// Cards in a text: their place, their content, and nothing else from the other site.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsed, unsanitised } from '../../../src/rendering/markdown/render-text.ts';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import type { Card } from '../../../src/schemas/cards/cards.ts';
import { readHtml } from './html.ts';

const URL = 'https://youtu.be/_aB_cD-eF_g';
const REL = 'rel="nofollow ugc noopener"';
const video: Card = { url: URL, title: 'How bridges hum', author: 'The Channel', text: null };
const post: Card = {
  url: 'https://bsky.app/profile/ada.example/post/3kabc',
  ...{ title: null, author: 'Ada', text: 'One.\nTwo.' },
};

const FIGURE = `<figure class="card">
<p><a href="${URL}" ${REL}>How bridges hum</a></p>
<p><a class="card-play" lang="en" href="${URL}" ${REL}>Play</a></p>
<figcaption>The Channel · YouTube</figcaption>
</figure>`;

const canonical = (html: string) => readHtml(html).canonical;

test('a paragraph that is only the URL is the card', async () => {
  for (const line of [URL, `<${URL}>`, `  ${URL}  `]) {
    const { html, text, summary } = await renderMarkdown(`Before.\n\n${line}\n\nAfter.`, [video]);
    assert.equal(canonical(html), canonical(`<p>Before.</p>\n${FIGURE}\n<p>After.</p>\n`));
    assert.equal(text, `Before.\n\nHow bridges hum\nThe Channel\n${URL}\n\nAfter.`);
    assert.equal(summary, 'Before. After.');
  }
});

test('a line of its own ends the paragraph around it', async () => {
  const { html } = await renderMarkdown(`Before\n${URL}\n*after*`, [video]);
  const expected = `<p>Before</p>\n${FIGURE}\n<p><em>after</em></p>\n`;
  assert.equal(canonical(html), canonical(expected));
});

test('everywhere else, and without a card, a URL stays what it was', async () => {
  const elsewhere = [
    `- ${URL}`,
    `> ${URL}`,
    `    ${URL}`,
    `\`\`\`\n${URL}\n\`\`\``,
    `See ${URL} now`,
  ];
  const notes = [`a[^1]\n\n[^1]: ${URL}`, `${URL}\n---`, `| a |\n|---|\n| ${URL} |`];
  for (const markdown of [...elsewhere, ...notes]) {
    const rendered = await renderMarkdown(markdown, [video]);
    assert.deepEqual(rendered, await renderMarkdown(markdown), markdown);
    assert.doesNotMatch(rendered.html, /card/);
  }
  assert.deepEqual(await renderMarkdown(URL, [post]), await renderMarkdown(URL));
});

test('a post has its words, and leads to its site', async () => {
  const { html, text } = await renderMarkdown(post.url, [post]);
  const expected = `<figure class="card">
<blockquote><p>One.<br />
Two.</p></blockquote>
<figcaption>Ada · <a href="${post.url}" ${REL}>Bluesky</a></figcaption>
</figure>
`;
  assert.equal(canonical(html), canonical(expected));
  assert.equal(text, `One.\nTwo.\nAda\n${post.url}`);
});

test('a post without words leads there by its author', async () => {
  const url = 'https://social.example/@ada/1';
  const { html } = await renderMarkdown(url, [{ url, title: null, author: 'Ada', text: null }]);
  const expected = `<figure class="card">
<p><a href="${url}" ${REL}>Ada</a></p>
<figcaption>social.example</figcaption>
</figure>
`;
  assert.equal(canonical(html), canonical(expected));
});

test('markup in the words of a site is words, and the sanitiser finds nothing to do', async () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=y>';
  const cards = [video, post].map((card) => ({
    ...{ ...card, title: hostile, author: hostile, text: hostile },
  }));
  const markdown = cards.map(({ url }) => url).join('\n\n');
  const { html, text } = await renderMarkdown(markdown, cards);
  const { tags, canonical: written } = readHtml(html);
  assert.deepEqual(
    new Set(tags.map(({ name }) => name)),
    new Set(['figure', 'p', 'a', 'blockquote', 'figcaption']),
  );
  assert.ok(text.includes(hostile));
  assert.equal(written, canonical(unsanitised(parsed(markdown, cards), [])));
});

test('a long text, which is rendered on its thread, has its cards too', async () => {
  const { html } = await renderMarkdown(`${'Words. '.repeat(500)}\n\n${URL}`, [video]);
  assert.match(html, /<figure class="card">/);
});
