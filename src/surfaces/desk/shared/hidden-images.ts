// Names the images that readers won't see, while the writer can still change that.

import type { Config } from '../../../config.ts';
import { hiddenImages } from '../../../rendering/markdown/hidden-images.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';

const MOST_NAMED = 10;

/** Null if readers see every image. */
export function hiddenImagesNotice(rendered: string, { baseUrl }: Config): Html | null {
  const hidden = hiddenImages(rendered, baseUrl);
  if (hidden.length === 0) return null;
  const more = hidden.length - MOST_NAMED;
  const [which, each] =
    hidden.length === 1 ? ['this image', 'it'] : [`these ${hidden.length} images`, 'each'];
  return html`<section class="notice problem hidden-images" aria-label="Images that readers won’t see">
<p>Readers won’t see ${which}. Pages here only show images from https:// URLs. Upload ${each} in the text, or
change its URL to one with https://.</p>
<ul>${hidden.slice(0, MOST_NAMED).map((image) => html`<li><span class="url">${image}</span></li>`)}
${more > 0 && html`<li>and ${more} more</li>`}</ul>
</section>`;
}
