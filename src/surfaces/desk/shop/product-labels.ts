// The desk's labels for products: their category, and whether they are listed in the shop.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { PRODUCT_CATEGORIES } from '../../../schemas/vocabulary.ts';
import { csrfField } from '../shared/layout.ts';
import type { PageContext } from '../shared/page-context.ts';

export const CATEGORY_WORDS: { readonly [category: string]: string } = Object.fromEntries(
  PRODUCT_CATEGORIES.map((each) => [each, each.charAt(0).toUpperCase() + each.slice(1)]),
);

interface Listed {
  id: string;
  name: string;
  listed: 0 | 1;
}

export const listingChip = ({ listed }: Listed): Html =>
  listed === 1
    ? html`<span class="chip approved">In the shop</span>`
    : html`<span class="chip">Not listed</span>`;

export function listingForm(page: PageContext, { id, name, listed }: Listed): Html {
  const [word, value] = listed === 1 ? ['Unlist', 'no'] : ['List in the shop', 'yes'];
  return html`<form method="post" action="/desk/edit/shop/${id}/listing">${csrfField(page)}
<input type="hidden" name="listed" value="${value}">
<button class="link-button" aria-label="${word}: ${name}">${word}</button></form>`;
}
