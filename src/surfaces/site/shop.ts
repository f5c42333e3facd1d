// /shop and /shop/{id}: products of the writers, with links to the pages where readers pay for them.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import type { ReadRequest } from '../../http/public-reads.ts';
import { parameter } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { getProduct } from '../../operations/shop/products.ts';
import { shopPage } from '../../operations/shop/shop-page.ts';
import { type Html, html } from '../../rendering/templates/html.ts';
import { decimalOf } from '../../rendering/text/money.ts';
import { imageAt } from '../../schemas/images/image-urls.ts';
import type { Product } from '../../schemas/shop/products.ts';
import { PRODUCT_CATEGORIES, type ProductCategory } from '../../schemas/vocabulary.ts';
import { ownPath, PRODUCT_NAMES, pathOf } from './shared/labels.ts';
import { productList, seller } from './shared/product-lists.ts';
import { servePage } from './shared/serve-page.ts';
import { jsonLd, properties } from './shared/structured-data.ts';

export function shop(scope: FastifyInstance, context: Context): void {
  const { baseUrl } = context.config;
  servePage(scope, context, '/shop', async (request) => {
    const category = categoryOf(request);
    const { after } = { after: undefined, ...Object(request.query) };
    const from = after === undefined ? null : String(after);
    const { products, next } = await shopPage(context, category, from);
    const title = category ? PRODUCT_NAMES[category] : 'Shop';
    return {
      title: category ? `${title} · Shop` : title,
      description: `What the writers of ${context.identity.current.name} make and sell.`,
      ...(from === null && {
        canonical: `${baseUrl}/shop${category ? `?category=${category}` : ''}`,
      }),
      here: 'shop',
      content: html`<header class="page-header"><h1>${title}</h1>
<p class="standfirst">Made by our writers. You pay on the seller’s own page.</p>
${categoryLinks(category)}</header>
${products.length > 0 ? productList(products, { level: 2, baseUrl }) : NOTHING_YET}
${next && nextPage(category, next)}`,
    };
  });

  servePage(scope, context, '/shop/:id', async (request) => {
    const { product } = await getProduct.run(context, { id: parameter(request, 'id') });
    return {
      title: product.name,
      description: product.description,
      canonical: product.url,
      here: 'shop',
      head: head(product, context.identity.current.name),
      content: article(product, baseUrl),
    };
  });
}

const NOTHING_YET = html`<p class="message standfirst">Nothing here yet.</p>`;

const nextPage = (category: ProductCategory | null, after: string) =>
  html`<nav class="pagination" aria-label="Pages">
<a rel="next" class="next-page" href="/shop?${category && `category=${category}&`}after=${after}">Older →</a></nav>`;

function categoryOf(request: ReadRequest): ProductCategory | null {
  const { category } = { category: undefined, ...Object(request.query) };
  if (category === undefined) return null;
  const known = PRODUCT_CATEGORIES.find((each) => each === category);
  if (!known) throw new Problem('not_found');
  return known;
}

function categoryLinks(here: ProductCategory | null): Html {
  const link = (words: string, path: string, isHere: boolean) =>
    html`<li><a href="${path}"${isHere && html` aria-current="page"`}>${words}</a></li>`;
  return html`<nav aria-label="Categories"><ul class="shop-categories">
${link('All', '/shop', here === null)}${PRODUCT_CATEGORIES.map((each) =>
  link(PRODUCT_NAMES[each], `/shop?category=${each}`, each === here),
)}</ul></nav>`;
}

function article(product: Product, baseUrl: string): Html {
  const { name, description, price, category, image_url, payment_url, related_pieces } = product;
  const isFree = price.amount === 0;
  const paymentHost = new URL(payment_url).host;
  return html`<article class="product${image_url && ' with-image'}">
<header>
<p class="kicker"><a href="/shop?category=${category}">${PRODUCT_NAMES[category]}</a></p>
<h1 dir="auto">${name}</h1>
<p class="byline">From ${seller(product)}</p>
</header>
${image_url && productImage(ownPath(image_url, baseUrl))}
<p class="buy"><span class="price">${isFree ? 'Free' : price.formatted}</span>
<a class="button" rel="noopener nofollow" href="${payment_url}">${isFree ? 'Get it' : 'Buy'} at ${paymentHost}</a></p>
<div class="bio">${description.split(/\n+/).map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}</div>
</article>
${
  related_pieces.length > 0 &&
  html`<section class="related-items" aria-labelledby="related">
<h2 class="section-heading" id="related">Related pieces</h2>
<ul class="headline-list">${related_pieces.map(
    ({ title, url }) => html`<li><h3 dir="auto"><a href="${pathOf(url)}">${title}</a></h3></li>`,
  )}</ul></section>`
}`;
}

/** The image has its size, if known, so that nothing on the page moves when it loads. */
function productImage(path: string): Html {
  const size = imageAt(path);
  return html`<img src="${path}" alt=""${size && html` width="${size.width}" height="${size.height}"`}>`;
}

const head = (
  { name, description, url, image_url, price, seller: by }: Product,
  siteName: string,
) =>
  html`${properties([
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:title', name],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image_url],
  ])}${jsonLd({
    '@type': 'Product',
    '@id': url,
    url,
    name,
    description,
    ...(image_url && { image: image_url }),
    brand: { '@type': 'Person', name: by.name, url: by.url },
    offers: {
      '@type': 'Offer',
      price: decimalOf(price.amount, price.currency),
      priceCurrency: price.currency,
      url,
    },
  })}`;
