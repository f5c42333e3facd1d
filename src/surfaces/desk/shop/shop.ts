// The writer's shop: their products in their order, and what can be done with each.

import type { FastifyInstance } from 'fastify';
import { addressKey, limiter } from '../../../http/limits/rate-limits.ts';
import { fileOf } from '../../../http/pages/uploads.ts';
import type { Context } from '../../../operations/operation.ts';
import {
  createProduct,
  deleteProduct,
  listProduct,
  moveProduct,
  ownProduct,
  ownProducts,
  saveProduct,
  setProductPicture,
} from '../../../operations/shop/own-products.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { formatted } from '../../../rendering/text/money.ts';
import { RATES } from '../../../schemas/limits.ts';
import { askPage } from '../shared/confirmation-page.ts';
import { deskPage, formTokenField } from '../shared/layout.ts';
import { actorOf, deskPlace, param, type Visit } from '../shared/page-context.ts';
import { newProductPage, productFrom, productPage } from './product-form.ts';
import { CATEGORY_WORDS, listingChip, listingForm } from './product-labels.ts';

type Product = Awaited<ReturnType<typeof ownProducts>>[number];

const SHOP = '/desk/edit/shop';

export async function shop(scope: FastifyInstance, context: Context): Promise<void> {
  deskPlace(scope, context, SHOP, { access: 'writer', show: shopPage });
  deskPlace(scope, context, `${SHOP}/new`, {
    access: 'writer',
    show: newProductPage,
    take: async (visit) => {
      const id = await createProduct(visit.context, actorOf(visit), productFrom(visit));
      return { goTo: `${SHOP}/${id}?done=created` };
    },
  });
  deskPlace(scope, context, `${SHOP}/:id`, {
    access: 'writer',
    show: productPage,
    take: async (visit) => {
      const id = param(visit, 'id');
      const mark = visit.fields['mark'] ?? '';
      await saveProduct(visit.context, actorOf(visit), { id, mark, given: productFrom(visit) });
      return { goTo: `${SHOP}/${id}?done=saved` };
    },
  });
  deskPlace(scope, context, `${SHOP}/:id/picture`, {
    access: 'writer',
    show: productPage,
    take: async (visit) => {
      const id = param(visit, 'id');
      const picture = fileOf(visit.request, 'picture');
      await setProductPicture(visit.context, actorOf(visit), id, picture);
      return { goTo: `${SHOP}/${id}?done=saved` };
    },
    // Each is drawn anew, which is work.
    limits: limiter(scope, context.config, RATES.upload, ({ ip }) => addressKey(ip)),
  });
  smallDeeds(scope, context);
}

function smallDeeds(scope: FastifyInstance, context: Context): void {
  deskPlace(scope, context, `${SHOP}/:id/listing`, {
    access: 'writer',
    show: shopPage,
    take: async (visit) => {
      const id = param(visit, 'id');
      await listProduct(visit.context, actorOf(visit), id, visit.fields['listed'] === 'yes');
      return { goTo: `${SHOP}#product-${id}` };
    },
  });
  deskPlace(scope, context, `${SHOP}/:id/place`, {
    access: 'writer',
    show: shopPage,
    take: async (visit) => {
      const id = param(visit, 'id');
      const by = visit.fields['to'] === 'up' ? -1 : 1;
      await moveProduct(visit.context, actorOf(visit), id, by);
      return { goTo: `${SHOP}#product-${id}` };
    },
  });
  deskPlace(scope, context, `${SHOP}/:id/delete`, {
    access: 'writer',
    show: deletePage,
    take: async (visit) => {
      await deleteProduct(visit.context, actorOf(visit), param(visit, 'id'));
      return { goTo: SHOP };
    },
  });
}

async function deletePage(visit: Visit): Promise<Html> {
  const { row } = await ownProduct(visit.context, actorOf(visit), param(visit, 'id'));
  return askPage(visit, {
    here: 'Shop',
    question: `Delete “${row.name}”?`,
    consequence: 'It goes for good. To take it out of the shop for a while, unlist it.',
    button: 'Delete',
    back: `${SHOP}/${row.id}`,
  });
}

async function shopPage(visit: Visit): Promise<Html> {
  const products = await ownProducts(visit.context, actorOf(visit));
  return deskPage(visit, {
    title: 'Your shop',
    here: 'Shop',
    content: html`<div class="row"><h1>Your shop</h1>
${products.length > 0 && html`<a class="button primary push" href="${SHOP}/new">New product</a>`}</div>
<p class="standfirst">What you sell, in the order in which your readers see it.</p>
${products.length > 0 ? list(visit, products) : EMPTY}`,
  });
}

const EMPTY = html`<div class="empty"><p>Nothing for sale yet. Say what it is, what it costs and where it is paid for. It is in the shop once you list it.</p>
<p><a class="button primary" href="${SHOP}/new">New product</a></p></div>`;

const list = (visit: Visit, products: Product[]) =>
  html`<ol class="contents shop">${products.map((product, at) =>
    item(visit, product, { isFirst: at === 0, isLast: at === products.length - 1 }),
  )}</ol>`;

interface Place {
  isFirst: boolean;
  isLast: boolean;
}

const item = (
  visit: Visit,
  product: Product,
  { isFirst, isLast }: Place,
) => html`<li id="product-${product.id}">
<h2><a href="${SHOP}/${product.id}">${product.name}</a></h2>
<div class="aside">${listingChip(product)}<span>${formatted(product.price_amount, product.price_currency)}</span></div>
<p>${CATEGORY_WORDS[product.category] ?? product.category} · paid at ${new URL(product.payment_url).host}</p>
<div class="row deeds">
${!isFirst && placeForm(visit, product, 'up')}${!isLast && placeForm(visit, product, 'down')}
${listingForm(visit, product)}
<a href="${SHOP}/${product.id}/delete" aria-label="Delete ${product.name}">Delete</a></div>
</li>`;

const PLACES = { up: 'Move up', down: 'Move down' } as const;

const placeForm = (visit: Visit, { id, name }: Product, to: keyof typeof PLACES) =>
  html`<form method="post" action="${SHOP}/${id}/place">${formTokenField(visit)}<input type="hidden" name="to" value="${to}"><button class="plain" aria-label="${PLACES[to]}: ${name}">${PLACES[to]}</button></form>`;
