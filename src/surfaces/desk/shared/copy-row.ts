// A button that copies what an element of the page holds. Its script shows it: without one it is hidden.

import { assetUrl } from '../../../http/pages/assets.ts';
import { html } from '../../../rendering/templates/html.ts';

/** `id` is of a field or of an element with text; `name` says which, where a page has several. */
export const copyRow = (id: string, words: string, name = words) =>
  html`<div class="inline-group copy-row" data-copy="${id}" hidden>
<button type="button"${name !== words && html` aria-label="${name}"`}>${words}</button>
<span role="status"></span></div>`;

/** Once on each page that has such buttons. */
export const copyScript = () =>
  html`<script type="module" src="${assetUrl('copy-button.js')}"></script>`;
