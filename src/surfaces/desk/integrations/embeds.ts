// Embeds section of the online presence page: the code to paste into other sites, with previews.

import { embedsOf } from '../../../operations/embeds/embed-codes.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { copyRow } from '../shared/copy-row.ts';
import { actorOf, type PageContext } from '../shared/page-context.ts';

export function embedSection(page: PageContext): Html {
  const { slug } = actorOf(page);
  const embeds = embedsOf(page.context, { slug, name: page.me?.name ?? slug });
  return html`<section class="group"><h3 id="embeds">Embeds</h3>
<p>Show your work on any site: paste one of these codes into its pages. The widget stays up to date with your
profile and your pieces.</p>
<ul class="embeds">${embeds.map(
    ({ id, title, words, code, preview }) => html`<li>
<div class="description"><h4>${title}</h4><p class="muted">${words}</p></div>
<div class="embed-preview">${preview}</div>
<div class="embed-code"><label for="embed-${id}">Code: ${title.toLowerCase()}</label>
<textarea id="embed-${id}" class="code" rows="3" readonly spellcheck="false">${code}</textarea>
${copyRow(`embed-${id}`, 'Copy code', `Copy code: ${title.toLowerCase()}`)}</div></li>`,
  )}</ul>
<p class="hint">For a dark page, add <code>data-theme="dark"</code>. To follow the reader’s setting, add
<code>data-theme="auto"</code>. <a href="/developers#embeds">All options</a></p>
<script async src="/embed.js"></script></section>`;
}
