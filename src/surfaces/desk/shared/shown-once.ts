// Link that is shown once, in the response to the form that created it, because a redirect would have to store it.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { copyRow, copyScript } from './copy-row.ts';

export const linkShown = (title: string, url: string, words: Html | string) =>
  html`<section class="notice" role="status">
<p><strong>${title} It will not be shown again.</strong></p>
<p class="secret" id="new-link">${url}</p>
${copyRow('new-link', 'Copy link')}
<p>${words}</p>
</section>
${copyScript()}`;
