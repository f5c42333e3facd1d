// Samples that run as they are, against the service that shows them.

import { escapeHtml } from '../../../rendering/templates/escape.ts';
import { type Html, html, trusted } from '../../../rendering/templates/html.ts';
import { LANGUAGES, type SampleLanguage } from './sample-languages.ts';
import type { SampleRequest } from './sample-requests.ts';

/** One request in every language, with a switch that needs no script. `place` must be unique on the page. */
export const samples = (request: SampleRequest, place: string): Html =>
  html`<div class="samples"><fieldset class="language-switch"><legend class="visually-hidden">Language</legend>
${LANGUAGES.map(
  ({ id, name }, at) =>
    html`<label><input type="radio" name="language-${place}" value="${id}"${
      at === 0 && html` checked`
    }>${name}</label>`,
)}</fieldset>
${LANGUAGES.map((language) => sampleIn(language, request))}</div>`;

const sampleIn = ({ id, write }: SampleLanguage, request: SampleRequest): Html =>
  html`<div class="sample ${id === 'curl' ? 'command' : 'program'} ${id}"><pre><code>${write(
    request,
  )}</code></pre></div>`;

export const sample = (text: string): Html =>
  html`<div class="sample command"><pre><code>${text}</code></pre></div>`;

/** Code for a file or a field, not for a shell. */
export const written = (text: string): Html =>
  html`<div class="sample written"><pre><code>${text}</code></pre></div>`;

const KEY = /^( *)(&quot;[^\n]*?&quot;)(: )/gm;

/** JSON with highlighted keys; other text as it is. */
export function shown(value: unknown): Html {
  if (typeof value === 'string') return html`<pre><code>${value}</code></pre>`;
  const text = escapeHtml(JSON.stringify(value, null, 2));
  return trusted(
    `<pre><code>${text.replace(KEY, '$1<span class="json-key">$2</span>$3')}</code></pre>`,
  );
}
