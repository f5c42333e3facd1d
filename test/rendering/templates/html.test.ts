// The template tags: what is put in stays text, and what programs compare keeps its bytes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { html } from '../../../src/rendering/templates/html.ts';
import { xml } from '../../../src/rendering/templates/xml.ts';

const HOSTILE = `' onfocus='alert(1) " & <b>`;

describe('html', () => {
  it('escapes text for elements and for attributes in either kind of quotes', () => {
    const escaped = '&#39; onfocus=&#39;alert(1) &quot; &amp; &lt;b&gt;';
    assert.equal(html`<p>${HOSTILE}</p>`.text, `<p>${escaped}</p>`);
    assert.equal(html`<p title='${HOSTILE}'>`.text, `<p title='${escaped}'>`);
  });
});

describe('apostrophes in what feeds, badges and content_html send', () => {
  it('stay as they are in XML', () => {
    assert.equal(xml`<title>It's ${"Ada's"}</title>`.text, "<title>It's Ada's</title>");
  });

  it('stay as they are in the HTML of a piece', async () => {
    const rendered = await renderMarkdown("It's `Ada's`.\n\n```js\nconst a = 'b';\n```\n");
    assert.doesNotMatch(rendered.html, /&#39;|&apos;/);
    assert.match(rendered.html, /<p>It's <code>Ada's<\/code>\.<\/p>/);
  });
});
