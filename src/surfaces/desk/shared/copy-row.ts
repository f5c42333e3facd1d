// Button that copies the text of an element, shown by its script.

import { assetUrl } from '../../../http/pages/assets.ts';
import { html } from '../../../rendering/templates/html.ts';

/** `id` is that of a field or an element with text; `name` distinguishes several such buttons on one page. */
export const copyRow = (id: string, words: string, name = words) =>
  html`<div class="inline-group copy-row" data-copy="${id}" hidden>
<button type="button"${name !== words && html` aria-label="${name}"`}>${words}</button>
<span role="status"></span></div>`;

export const copyScript = () =>
  html`<script type="module" src="${assetUrl('copy-button.js')}"></script>`;
