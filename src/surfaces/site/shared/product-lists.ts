// Lists of products: name, price and seller.

import { type Html, html } from '../../../rendering/templates/html.ts';
import type { Product } from '../../../schemas/products.ts';
import { pathOf } from './labels.ts';
import { tick } from './piece-lists.ts';

/** `level` is the heading level of the names: one below the heading above the list. */
export const productList = (products: Product[], level: 2 | 3): Html =>
  html`<ul class="products">${products.map((product) => entry(product, level))}</ul>`;

function entry(product: Product, level: 2 | 3): Html {
  const name = html`<a href="${pathOf(product.url)}" dir="auto">${product.name}</a>`;
  return html`<li>
${level === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
<p class="price">${product.price.formatted}</p>
<p class="standfirst" dir="auto">${product.description}</p>
<p class="byline">${seller(product)}</p>
</li>`;
}

export const seller = ({ seller: { name, url, identity_verified } }: Product): Html =>
  html`<a href="${pathOf(url)}"><bdi>${name}</bdi></a>${identity_verified && tick()}`;
