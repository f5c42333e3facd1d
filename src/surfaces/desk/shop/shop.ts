// The writer's shop: products in the writer's order, with the actions on each.

import { networkOf } from '../../../http/limits/client-address.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
import {
  createProduct,
  deleteProduct,
  listProduct,
  moveProduct,
  ownProduct,
  ownProducts,
  saveProduct,
  setProductImage,
} from '../../../operations/shop/own-products.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { formatted } from '../../../rendering/text/money.ts';
import { IMAGE_LIMITS } from '../../../schemas/images/image-limits.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import { confirmationPage } from '../shared/confirmation-page.ts';
import { chosenImage, sentImage } from '../shared/image-side.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext, param } from '../shared/page-context.ts';
import { newProductPage, productFrom, productPage } from './product-form.ts';
import { CATEGORY_WORDS, listingChip, listingForm } from './product-labels.ts';

type Product = Awaited<ReturnType<typeof ownProducts>>[number];

const SHOP = '/desk/edit/shop';

export async function shop(desk: Desk): Promise<void> {
  // Each image is re-encoded, which is expensive; all forms with an image share this limit.
  const uploadLimits = limiter(desk.scope, desk.context.config, RATES.upload, networkOf);
  const imageIn = async (page: PageContext) => {
    const image = chosenImage(page);
    if (image) for (const limit of uploadLimits) await limit(page.request, page.reply);
    return image;
  };
  desk.writer(SHOP, shopPage);
  desk.writer(
    `${SHOP}/new`,
    newProductPage,
    async (page) => {
      const image = await imageIn(page);
      const id = await createProduct(page.context, actorOf(page), productFrom(page), image);
      return { goTo: `${SHOP}/${id}?done=created` };
    },
    { uploadBytes: IMAGE_LIMITS.uploadBytes },
  );
  desk.writer(
    `${SHOP}/:id`,
    productPage,
    async (page) => {
      const id = param(page, 'id');
      const mark = page.fields['mark'] ?? '';
      const image = await imageIn(page);
      // The image is saved first: if the form is shown again, its text is kept, but the image must be chosen again.
      if (image) await setProductImage(page.context, actorOf(page), id, image);
      await saveProduct(page.context, actorOf(page), { id, mark, given: productFrom(page) });
      return { goTo: `${SHOP}/${id}?done=saved` };
    },
    { uploadBytes: IMAGE_LIMITS.uploadBytes },
  );
  desk.writer(`${SHOP}/:id/picture`, productPage, takeImage, {
    uploadBytes: IMAGE_LIMITS.uploadBytes,
    limits: uploadLimits,
  });
  productActions(desk);
}

/** Saves only the image; the form is shown again with the other fields as typed. */
async function takeImage(page: PageContext): Promise<GoTo | Html> {
  const id = param(page, 'id');
  await ownProduct(page.context, actorOf(page), id);
  const image = sentImage(page);
  await setProductImage(page.context, actorOf(page), id, image);
  if (page.fields['name'] === undefined) return { goTo: `${SHOP}/${id}?done=saved` };
  return productPage(page, image ? IMAGE_SAVED : IMAGE_REMOVED);
}

const IMAGE_SAVED = 'The image was saved. Save the product to keep your other changes.';
const IMAGE_REMOVED = 'The image was removed. Save the product to keep your other changes.';

function productActions(desk: Desk): void {
  desk.writer(`${SHOP}/:id/listing`, shopPage, async (page) => {
    const id = param(page, 'id');
    await listProduct(page.context, actorOf(page), id, page.fields['listed'] === 'yes');
    return { goTo: `${SHOP}#product-${id}` };
  });
  desk.writer(`${SHOP}/:id/place`, shopPage, async (page) => {
    const id = param(page, 'id');
    const by = page.fields['to'] === 'up' ? -1 : 1;
    await moveProduct(page.context, actorOf(page), id, by);
    return { goTo: `${SHOP}#product-${id}` };
  });
  desk.writer(`${SHOP}/:id/delete`, deletePage, async (page) => {
    await deleteProduct(page.context, actorOf(page), param(page, 'id'));
    return { goTo: SHOP };
  });
}

async function deletePage(page: PageContext): Promise<Html> {
  const { row } = await ownProduct(page.context, actorOf(page), param(page, 'id'));
  return confirmationPage(page, {
    here: 'Shop',
    question: `Delete “${row.name}”?`,
    consequence:
      'This permanently deletes the product. To hide it from the shop for now, unlist it instead.',
    button: 'Delete',
    back: `${SHOP}/${row.id}`,
  });
}

async function shopPage(page: PageContext): Promise<Html> {
  const products = await ownProducts(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Your shop',
    here: 'Shop',
    content: html`<div class="inline-group"><h1>Your shop</h1>
${products.length > 0 && html`<a class="button primary align-end" href="${SHOP}/new">New product</a>`}</div>
<p class="standfirst">Your products, in the order your readers see them.</p>
${products.length > 0 ? list(page, products) : EMPTY}`,
  });
}

const EMPTY = html`<div class="empty-state"><p>Nothing for sale yet. Add a product with its price and payment URL, then
list it in the shop.</p>
<p><a class="button primary" href="${SHOP}/new">New product</a></p></div>`;

const list = (page: PageContext, products: Product[]) =>
  html`<ol class="entry-list shop">${products.map((product, at) =>
    item(page, product, { isFirst: at === 0, isLast: at === products.length - 1 }),
  )}</ol>`;

interface Place {
  isFirst: boolean;
  isLast: boolean;
}

const item = (
  page: PageContext,
  product: Product,
  { isFirst, isLast }: Place,
) => html`<li id="product-${product.id}">
<h2><a href="${SHOP}/${product.id}">${product.name}</a></h2>
<div class="entry-side">${listingChip(product)}
<span>${formatted(product.price_amount, product.price_currency)}</span></div>
<p>${CATEGORY_WORDS[product.category] ?? product.category} · sold at ${new URL(product.payment_url).host}</p>
<div class="inline-group item-actions">
${!isFirst && placeForm(page, product, 'up')}${!isLast && placeForm(page, product, 'down')}
${listingForm(page, product)}
<a href="${SHOP}/${product.id}/delete" aria-label="Delete ${product.name}">Delete</a></div>
</li>`;

const PLACES = { up: 'Move up', down: 'Move down' } as const;

const placeForm = (page: PageContext, { id, name }: Product, to: keyof typeof PLACES) =>
  html`<form method="post" action="${SHOP}/${id}/place">${csrfField(page)}
<input type="hidden" name="to" value="${to}">
<button class="link-button" aria-label="${PLACES[to]}: ${name}">${PLACES[to]}</button></form>`;
