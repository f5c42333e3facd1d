// /category/{category}: everything of one category, newest first.

import type { FastifyInstance } from 'fastify';
import { parameter } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { categoryPage } from '../../operations/shelves.ts';
import { html } from '../../rendering/html.ts';
import { CATEGORY_NAMES } from '../../schemas/vocabulary.ts';
import { categoryAlternates } from './alternates.ts';
import { contents, pager } from './lists.ts';
import { placeOf } from './place.ts';
import { servePage } from './serve.ts';
import { listCard } from './structured.ts';

export function categories(scope: FastifyInstance, context: Context): void {
  const { siteName, baseUrl } = context.config;
  servePage(scope, context, '/category/:category', async (request) => {
    const place = placeOf(request);
    const { category, ...shelf } = await categoryPage(
      context,
      parameter(request, 'category'),
      place,
    );
    const name = CATEGORY_NAMES[category];
    const path = `/category/${category}`;
    const description = `Writing on ${siteName} about ${category}, newest first.`;
    return {
      title: name,
      description,
      ...(place ? {} : { canonical: baseUrl + path }),
      head: html`${listCard(siteName, name, description, baseUrl + path)}${categoryAlternates(baseUrl, category)}`,
      here: category,
      content: html`<header class="opening"><h1>${name}</h1></header>
${shelf.items.length > 0 ? contents(shelf.items, { wide: true, without: 'category' }) : html`<p class="message standfirst">Nothing here yet.</p>`}
${pager(shelf, path)}`,
    };
  });
}
