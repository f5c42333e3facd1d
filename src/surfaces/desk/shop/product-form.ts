// The form of a product, and the picture that goes with it.

import {
  type OwnProduct,
  ownProduct,
  ownProducts,
  relatablePieces,
} from '../../../operations/shop/own-products.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { decimalOf } from '../../../rendering/text/money.ts';
import { pictureAt } from '../../../schemas/image-urls.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { PRODUCT_CATEGORIES } from '../../../schemas/vocabulary.ts';
import { areaField, choiceField, errorFor, textField } from '../shared/form-fields.ts';
import { deskPage, formTokenField } from '../shared/layout.ts';
import { actorOf, param, query, type Visit } from '../shared/page-context.ts';
import { CATEGORY_WORDS, listingChip, listingForm } from './product-labels.ts';

const FIRST_CURRENCY = 'EUR';
const PLACES = Array.from({ length: LIMITS.relatedPieces }, (_, at) => `related_${at + 1}`);

const DONE: { readonly [done: string]: string } = {
  created: 'Saved. Add a picture if you like, then list it in the shop.',
  saved: 'Saved.',
};

/** What was typed, as it is checked. */
export function productFrom({ fields }: Visit): object {
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

export async function newProductPage(visit: Visit): Promise<Html> {
  const last = (await ownProducts(visit.context, actorOf(visit))).at(-1);
  return deskPage(visit, {
    title: 'New product',
    here: 'Shop',
    content: html`<h1>New product</h1>
<p class="standfirst">Nobody sees it before you list it.</p>
<form class="stack" method="post">${formTokenField(visit)}
${await productFields(visit, null, last?.price_currency ?? FIRST_CURRENCY)}
<div class="row"><button class="primary">Save product</button><a href="/desk/edit/shop">Back to the shop</a></div>
</form>`,
  });
}

export async function productPage(visit: Visit): Promise<Html> {
  const product = await ownProduct(visit.context, actorOf(visit), param(visit, 'id'));
  const { row, mark } = product;
  const base = `/desk/edit/shop/${row.id}`;
  const done = DONE[query(visit, 'done')];
  return deskPage(visit, {
    title: row.name,
    here: 'Shop',
    content: html`<h1>${row.name}</h1>
${done && html`<p class="notice" role="status">${done}</p>`}
${visit.problem?.code === 'product_changed' && html`<p><a href="${base}">Show it as it is now</a>, without what you typed.</p>`}
<div class="row deeds">${listingChip(row)}${listingForm(visit, row)}
${row.listed === 1 && html`<a href="/shop/${row.id}">See it in the shop</a>`}
<a class="push" href="${base}/delete">Delete</a></div>
${pictureSection(visit, product)}
<form class="stack" method="post" action="${base}">${formTokenField(visit)}
<input type="hidden" name="mark" value="${mark}">
${await productFields(visit, product, row.price_currency)}
<div class="row"><button class="primary">Save product</button><a href="/desk/edit/shop">Back to the shop</a></div>
</form>`,
  });
}

/** The picture has a form of its own, since it is sent in another way. */
function pictureSection(visit: Visit, { row }: OwnProduct): Html {
  const { image_url: picture, id } = row;
  const size = picture ? pictureAt(picture) : null;
  const action = `/desk/edit/shop/${id}/picture`;
  return html`<section class="row picture">${picture && html`<img src="${picture}" alt="As readers see it"${size && html` width="${size.width}" height="${size.height}"`}>`}
<form class="row" method="post" enctype="multipart/form-data" action="${action}">${formTokenField(visit)}
<div><label for="picture">Picture</label><input id="picture" name="picture" type="file" accept="image/*" required></div>
<button>Upload</button></form>
${picture && html`<form method="post" enctype="multipart/form-data" action="${action}">${formTokenField(visit)}<button class="plain">Remove picture</button></form>`}</section>`;
}

async function productFields(
  visit: Visit,
  product: OwnProduct | null,
  currency: string,
): Promise<Html> {
  const row = product?.row;
  const price = row && decimalOf(row.price_amount, row.price_currency);
  return html`${textField(visit, { name: 'name', label: 'Name', value: row?.name, required: true, maxLength: LIMITS.productName })}
${areaField(visit, { name: 'description', label: 'Description', rows: 6, value: row?.description, maxLength: LIMITS.productDescription, hint: 'What it is and for whom. Plain text.' })}
<div class="fields">
${textField(visit, { name: 'price', label: 'Price', value: price, required: true, hint: 'Such as 12.50; 0 for what is free.' })}
${textField(visit, { name: 'currency', label: 'Currency', value: currency, required: true, maxLength: 3, hint: 'Three letters, such as EUR, USD or JPY.' })}
${choiceField(visit, { name: 'category', label: 'Category', value: row?.category, options: PRODUCT_CATEGORIES.map((each) => [each, CATEGORY_WORDS[each] ?? each]) })}
</div>
${textField(visit, { name: 'payment_url', label: 'Where it is paid for', type: 'url', value: row?.payment_url, required: true, maxLength: LIMITS.address, hint: 'An https address, such as your page at a payment service. Readers go there from here.' })}
${await relatedFields(visit, product?.pieceIds ?? [])}`;
}

async function relatedFields(visit: Visit, chosen: string[]): Promise<Html> {
  const options = await pieceOptions(visit, chosen);
  const error = errorFor(visit, 'related');
  // Nothing to choose from: then there is nothing to ask.
  if (options.length === 1)
    return html`<p class="hint">Once you have published, you can say which pieces go with it.</p>`;
  return html`<fieldset><legend>Pieces that go with it</legend>
<div class="fields">${PLACES.map((name, at) =>
    choiceField(visit, { name, label: `Piece ${at + 1}`, value: chosen[at], options }),
  )}</div>
<p class="hint">Up to ${LIMITS.relatedPieces} of your published pieces. Each leads to the other.</p>
${error && html`<p class="error" role="alert">${error}</p>`}</fieldset>`;
}

/** The writer's published pieces, and what was chosen before and is not published now. */
async function pieceOptions(
  visit: Visit,
  chosen: string[],
): Promise<(readonly [string, string])[]> {
  const pieces = await relatablePieces(visit.context, actorOf(visit));
  const known = pieces.map(({ id, headline }) => [id, headline] as const);
  const others = chosen.filter((id) => !pieces.some((piece) => piece.id === id));
  return [
    ['', 'None'],
    ...known,
    ...others.map((id) => [id, 'A piece that is not published'] as const),
  ];
}
