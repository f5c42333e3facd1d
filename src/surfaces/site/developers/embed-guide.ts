// The section on embeds: each code with its preview, then the attributes and the events.

import { embedsOf } from '../../../operations/embeds/embed-codes.ts';
import { EXAMPLE_AUTHOR } from '../../../operations/examples.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { EMBED, WIDGET_KINDS, WIDGET_THEMES } from '../../../schemas/vocabulary.ts';
import type { Known } from './sample-requests.ts';
import { written } from './samples.ts';

const ATTRIBUTES: [name: string, values: string, meaning: string][] = [
  ['data-service-widget', WIDGET_KINDS.join(', '), 'What to show.'],
  ['data-slug', 'a slug', 'The slug of the author.'],
  [
    'data-theme',
    WIDGET_THEMES.join(', '),
    'For a light page, a dark page, or the reader’s own setting. The default is light.',
  ],
  [
    'data-limit',
    `1 to ${EMBED.items}`,
    `How many pieces a list shows. The default is ${EMBED.shown}.`,
  ],
  ['data-tone', 'verified', 'The emphasised badge, for authors whose identity is verified.'],
  [
    'data-service',
    'a URL',
    'The site that the author is on, for pages with widgets from several sites. It is read when the element is ' +
      'first drawn.',
  ],
];

export function embedGuide(context: Context, { slug = '', name = '' }: Known): Html {
  const embeds = embedsOf(context, slug ? { slug, name } : EXAMPLE_AUTHOR);
  return html`<p>Show an author on any site: paste one line. The content of the element is shown until the widget
has loaded, and stays if it cannot load. The script is smaller than 5 KB and sends one request for each author.
A strict Content Security Policy has to allow ${context.config.baseUrl} in <code>script-src</code>,
<code>connect-src</code> and <code>img-src</code>.</p>
<ul class="embeds">${embeds.map(
    ({ title, words, code, preview }) => html`<li>
<div class="description"><h3>${title}</h3><p>${words}</p></div>
${slug && html`<div class="embed-preview">${preview}</div>`}
<div class="embed-code">${written(code)}</div></li>`,
  )}</ul>
<table class="field-table"><caption>Attributes</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Values</th><th scope="col">Meaning</th></tr></thead>
<tbody>${ATTRIBUTES.map(
    ([attribute, values, meaning]) =>
      html`<tr><th scope="row"><code>${attribute}</code></th><td>${values}</td><td>${meaning}</td></tr>`,
  )}</tbody></table>
<p>You can change attributes, and add or remove elements, at any time: the widget follows. Its text has the size
of the text around it, from 12 to 24 pixels. The element dispatches the events <code>service-widget:ready</code> and
<code>service-widget:error</code>. Both bubble; the <code>detail</code> of an error has a <code>reason</code>.</p>
<p>The script can be a module, or be loaded with <code>import()</code>. If a page has scripts from several sites, each
script fills its own elements: those with its URL in <code>data-service</code>, or with a link to one of its authors
inside, as in the codes above. The script doesn’t look into shadow roots. If a shadow root contains widgets, call
<code>Standfirst.scan(root)</code>.</p>
<p>The reference also describes <a href="#authorBadge">the badge as an image</a> and
<a href="#embedData">the data that widgets show</a>.</p>
<script async src="/embed.js"></script>`;
}
