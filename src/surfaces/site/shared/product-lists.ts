// Lists of products: name, price and seller.

import { type Html, html } from '../../../rendering/templates/html.ts';
import type { Product } from '../../../schemas/shop/products.ts';
import { ownPath, pathOf } from './labels.ts';
import { tick } from './piece-lists.ts';

interface Shown {
  /** Heading level of the names: one below the heading above the list. */
  level: 2 | 3;
  baseUrl: string;
}

export function productList(products: Product[], shown: Shown): Html {
  // If one product has an image, the others leave room for one, so that all names start at the same edge.
  const hasImages = products.some(({ image_url }) => image_url !== null);
  return html`<ul class="products${hasImages && ' with-thumbnails'}">${products.map((product) =>
    entry(product, shown, hasImages),
  )}</ul>`;
}

function entry(product: Product, { level, baseUrl }: Shown, hasImages: boolean): Html {
  const name = html`<a href="${pathOf(product.url)}" dir="auto">${product.name}</a>`;
  return html`<li>
${hasImages && thumbnail(product, baseUrl)}
${level === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
<p class="price">${product.price.formatted}</p>
<p class="standfirst" dir="auto">${product.description}</p>
<p class="byline">${seller(product)}</p>
</li>`;
}

/** The image has no alternative text, because the name next to it is the link and says what the image shows. */
const thumbnail = ({ image_url }: Product, baseUrl: string): Html =>
  image_url === null
    ? html`<span class="thumbnail" aria-hidden="true"><span class="mark"></span></span>`
    : html`<img class="thumbnail" src="${ownPath(image_url, baseUrl)}" alt="" loading="lazy" width="120" height="90">`;

export const seller = ({ seller: { name, url, identity_verified } }: Product): Html =>
  html`<a href="${pathOf(url)}"><bdi>${name}</bdi></a>${identity_verified && tick()}`;
