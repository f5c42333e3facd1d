// The section on embeds: each code beside what it shows, its attributes and its events.

import type { Config } from '../../../config.ts';
import { embedsOf } from '../../../operations/embeds/embed-codes.ts';
import { EXAMPLE_AUTHOR } from '../../../operations/examples.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { EMBED } from '../../../schemas/limits.ts';
import { WIDGET_KINDS, WIDGET_THEMES } from '../../../schemas/vocabulary.ts';
import { type Known, written } from './samples.ts';

const ATTRIBUTES: [name: string, values: string, meaning: string][] = [
  ['data-service-widget', WIDGET_KINDS.join(', '), 'What to show.'],
  ['data-slug', 'a slug', 'Whose it is.'],
  [
    'data-theme',
    WIDGET_THEMES.join(', '),
    'For a light page, a dark one, or as the reader has it. Light when left out.',
  ],
  [
    'data-limit',
    `1 to ${EMBED.items}`,
    `How many pieces a list has. ${EMBED.shown} when left out.`,
  ],
  ['data-tone', 'verified', 'The emphasised badge, for those whose identity is verified.'],
];

export function embedGuide(config: Config, { slug = '', name = '' }: Known): Html {
  const embeds = embedsOf(config, slug ? { slug, name } : EXAMPLE_AUTHOR);
  return html`<p>An author on any site, by pasting a line. What is inside the element stays until the widget is there, and where it cannot be had. The script weighs less than 5 KB, asks once for each author, and needs no more than <code>script-src</code>, <code>connect-src</code> and <code>img-src</code> for ${config.baseUrl} under a strict policy.</p>
<ul class="embeds">${embeds.map(
    ({ title, words, code, preview }) => html`<li>
<div class="description"><h3>${title}</h3><p>${words}</p></div>
${slug && html`<div class="embed-preview">${preview}</div>`}
<div class="embed-code">${written(code)}</div></li>`,
  )}</ul>
<table class="field-table"><caption>Attributes</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Values</th><th scope="col">Meaning</th></tr></thead>
<tbody>${ATTRIBUTES.map(([attribute, values, meaning]) => html`<tr><th scope="row"><code>${attribute}</code></th><td>${values}</td><td>${meaning}</td></tr>`)}</tbody></table>
<p>Change an attribute, add an element or take one away whenever you like: the widget follows. Its letters are as large as those around it, from 12 to 24 pixels. The element sends the events <code>service-widget:ready</code> and <code>service-widget:error</code>, which bubble; the <code>detail</code> of an error has its <code>reason</code>.</p>
<p>The badge as an image is <a href="#authorBadge">described above</a>, and so is <a href="#embedData">what widgets show</a>.</p>
<script async src="/embed.js"></script>`;
}
