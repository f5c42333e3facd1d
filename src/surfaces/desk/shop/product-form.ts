// The form of a product, and its image.

import {
  type OwnProduct,
  ownProduct,
  ownProducts,
  relatablePieces,
} from '../../../operations/shop/own-products.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { decimalOf } from '../../../rendering/text/money.ts';
import { imageAt } from '../../../schemas/images/image-urls.ts';
import { PRODUCT_LIMITS } from '../../../schemas/shop/product-limits.ts';
import { URL_LENGTH } from '../../../schemas/text.ts';
import { PRODUCT_CATEGORIES } from '../../../schemas/vocabulary.ts';
import { areaField, choiceField, errorFor, textField } from '../shared/form-fields.ts';
import { imageField, imageSide, WITH_IMAGE } from '../shared/image-side.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type PageContext, param } from '../shared/page-context.ts';
import { CATEGORY_WORDS, listingChip, listingForm } from './product-labels.ts';

const FIRST_CURRENCY = 'EUR';
const PLACES = Array.from({ length: PRODUCT_LIMITS.relatedPieces }, (_, at) => `related_${at + 1}`);

const DONE: { readonly [done: string]: string } = {
  created: 'Saved. List the product in the shop when it’s ready.',
  saved: 'Saved.',
};

export function productFrom({ fields }: PageContext): object {
  const typed = (name: string) => (fields[name] ?? '').replace(/\r\n?/g, '\n').trim();
  return {
    name: typed('name'),
    description: typed('description'),
    price: typed('price'),
    currency: typed('currency').toUpperCase(),
    category: typed('category'),
    payment_url: typed('payment_url'),
    related: PLACES.map(typed)
      .filter((id) => id !== '')
      .map((id) => id.toLowerCase()),
  };
}

export async function newProductPage(page: PageContext): Promise<Html> {
  const last = (await ownProducts(page.context, actorOf(page))).at(-1);
  return deskPage(page, {
    title: 'New product',
    here: 'Shop',
    content: html`<h1>New product</h1>
<p class="standfirst">Readers see it once you list it in the shop.</p>
<form class="stack" ${WITH_IMAGE}>${csrfField(page)}
${await productFields(page, null, last?.price_currency ?? FIRST_CURRENCY)}
${imageField(page)}
${SAVE}
</form>`,
  });
}

export async function productPage(page: PageContext, done?: string): Promise<Html> {
  const product = await ownProduct(page.context, actorOf(page), param(page, 'id'));
  const { row, mark } = product;
  const base = `/desk/edit/shop/${row.id}`;
  return deskPage(page, {
    title: row.name,
    here: 'Shop',
    done: done ?? doneWords(page, DONE),
    content: html`<h1>${row.name}</h1>
${page.problem?.code === 'product_changed' && html`<p><a href="${base}">Discard my changes and reload</a></p>`}
<div class="inline-group item-actions">${listingChip(row)}${listingForm(page, row)}
${row.listed === 1 && html`<a href="/shop/${row.id}">See it in the shop</a>`}
<a class="align-end" href="${base}/delete">Delete</a></div>
<form class="beside-image" ${WITH_IMAGE} action="${base}">${csrfField(page)}
<input type="hidden" name="mark" value="${mark}">
<div class="stack">
${await productFields(page, product, row.price_currency)}
${SAVE}
</div>
${imageSide(page, { shown: imageShown(product), action: `${base}/picture` })}
</form>`,
  });
}

const SAVE = html`<div class="inline-group"><button class="primary">Save product</button>
<a href="/desk/edit/shop">Back to the shop</a></div>`;

function imageShown({ row }: OwnProduct): Html | null {
  if (row.image_url === null) return null;
  const size = imageAt(row.image_url);
  const dimensions = size && html` width="${size.width}" height="${size.height}"`;
  return html`<img src="${row.image_url}" alt="The current image"${dimensions}>`;
}

async function productFields(
  page: PageContext,
  product: OwnProduct | null,
  currency: string,
): Promise<Html> {
  const row = product?.row;
  const price = row && decimalOf(row.price_amount, row.price_currency);
  return html`${textField(page, {
    name: 'name',
    label: 'Name',
    value: row?.name,
    required: true,
    maxLength: PRODUCT_LIMITS.name,
  })}
${areaField(page, {
  name: 'description',
  label: 'Description',
  rows: 6,
  value: row?.description,
  maxLength: PRODUCT_LIMITS.description,
  hint: 'What it is and who it’s for. Plain text.',
})}
<div class="field-grid">
${textField(page, {
  name: 'price',
  label: 'Price',
  value: price,
  required: true,
  hint: 'Such as 12.50. Enter 0 if it’s free.',
})}
${textField(page, {
  name: 'currency',
  label: 'Currency',
  value: currency,
  required: true,
  maxLength: 3,
  hint: 'Three letters, such as EUR, USD or JPY.',
})}
${choiceField(page, {
  name: 'category',
  label: 'Category',
  value: row?.category,
  options: PRODUCT_CATEGORIES.map((each) => [each, CATEGORY_WORDS[each] ?? each]),
})}
</div>
${textField(page, {
  name: 'payment_url',
  label: 'Payment URL',
  type: 'url',
  value: row?.payment_url,
  required: true,
  maxLength: URL_LENGTH,
  hint: 'Where readers pay: an https URL, such as your page on a payment service.',
})}
${await relatedFields(page, product?.pieceIds ?? [])}`;
}

async function relatedFields(page: PageContext, chosen: string[]): Promise<Html> {
  const options = await pieceOptions(page, chosen);
  const error = errorFor(page, 'related');
  // “None” is the only option if the writer has published nothing.
  if (options.length === 1)
    return html`<p class="hint">Once you’ve published a piece, you can link it to this product.</p>`;
  return html`<fieldset><legend>Related pieces</legend>
<div class="field-grid">${PLACES.map((name, at) =>
    choiceField(page, { name, label: `Piece ${at + 1}`, value: chosen[at], options }),
  )}</div>
<p class="hint">Up to ${PRODUCT_LIMITS.relatedPieces} of your published pieces. The product and the pieces
link to each other.</p>
${error && html`<p class="error" role="alert">${error}</p>`}</fieldset>`;
}

async function pieceOptions(
  page: PageContext,
  chosen: string[],
): Promise<(readonly [string, string])[]> {
  const pieces = await relatablePieces(page.context, actorOf(page));
  const known = pieces.map(({ id, headline }) => [id, headline] as const);
  const others = chosen.filter((id) => !pieces.some((piece) => piece.id === id));
  return [
    ['', 'None'],
    ...known,
    ...others.map((id) => [id, 'A piece that is not published'] as const),
  ];
}
