/** Every example of the CommonMark specification, through the renderer the service uses. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { readHtml } from './html.ts';
import { assertSafe } from './safety.ts';

/** Examples whose expected output is HTML of the writer's own, by section and number. */
const rawHtml: Readonly<Record<string, readonly number[]>> = {
  'Backslash escapes': [21],
  'Entity and numeric character references': [31],
  'HTML blocks': Array.from({ length: 44 }, (_, index) => 148 + index),
  'Link reference definitions': [201],
  Lists: [308, 309],
  'Code spans': [344],
  'Emphasis and strong emphasis': [475, 476, 477],
  Links: [491, 494, 524, 536],
  'Raw HTML': [613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631],
  'Hard line breaks': [642, 643],
};

for (const { section, number, markdown, html } of examples) {
  const source = markdown.replaceAll('→', '\t');
  if (rawHtml[section]?.includes(number)) {
    test(`example ${number} (${section}) lets no HTML through`, async () => {
      await assertSafe(source);
      const { html: rendered } = await renderMarkdown(source);
      const escaped = rendered.match(/&lt;(?=[a-z/!?])/gi) ?? [];
      assert.equal(escaped.length, source.match(/<(?=[a-z/!?])/gi)?.length);
      assert.notEqual(rendered, html);
    });
  } else {
    test(`example ${number} (${section})`, async () => {
      const rendered = await renderMarkdown(source);
      assert.equal(
        readHtml(withoutAdditions(rendered.html)).canonical,
        readHtml(asWeWrite(html)).canonical,
      );
    });
  }
}

/** The specification shows tabs as arrows and breaks the line inside an empty quotation. */
function asWeWrite(html: string): string {
  return html
    .replaceAll('→', '\t')
    .replaceAll('<blockquote>\n</blockquote>', '<blockquote></blockquote>');
}

const CAPTIONED = /<figure>(<img [^>]*?) \/><figcaption>(.*?)<\/figcaption><\/figure>/gs;

/** Takes away exactly what we add to CommonMark. */
function withoutAdditions(html: string): string {
  return html
    .replace(/(<h[1-6]) id="h-[^"]*"/g, '$1')
    .replaceAll(' rel="nofollow ugc noopener"', '')
    .replaceAll(' loading="lazy" decoding="async"', '')
    .replace(CAPTIONED, (_, image: string, caption: string) => {
      const title = caption.replaceAll('"', '&quot;');
      return `<p>${image} title="${title}" /></p>`;
    })
    .replace(/<span class="hl-[a-z-]+">|<\/span>/g, '');
}

test('the exceptions are those and no others', () => {
  const passesHtml = examples.filter(({ section, number }) => rawHtml[section]?.includes(number));
  assert.equal(passesHtml.length, Object.values(rawHtml).flat().length);
  assert.equal(examples.length, 652);
});
