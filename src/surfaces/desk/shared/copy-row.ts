// A button that copies the text of an element. Its script shows it.

import { assetUrl } from '../../../http/pages/assets.ts';
import { html } from '../../../rendering/templates/html.ts';

/** `id` names a field or an element with text; `name` tells apart several buttons of a page. */
export const copyRow = (id: string, words: string, name = words) =>
  html`<div class="inline-group copy-row" data-copy="${id}" hidden>
<button type="button"${name !== words && html` aria-label="${name}"`}>${words}</button>
<span role="status"></span></div>`;

export const copyScript = () =>
  html`<script type="module" src="${assetUrl('copy-button.js')}"></script>`;
