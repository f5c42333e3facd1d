// /category/{category}: every piece in one category, newest first.

import type { FastifyInstance } from 'fastify';
import { parameter } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { categoryPage } from '../../operations/public-pages/piece-lists.ts';
import { urlsOf } from '../../operations/urls.ts';
import { html } from '../../rendering/templates/html.ts';
import { CATEGORY_NAMES } from '../../schemas/vocabulary.ts';
import { feedAlternates } from './shared/alternates.ts';
import { pageBoundOf } from './shared/pagination.ts';
import { contents, pager } from './shared/piece-lists.ts';
import { servePage } from './shared/serve-page.ts';
import { listCard } from './shared/structured-data.ts';

const NOTHING_YET = html`<p class="message standfirst">Nothing here yet.</p>`;

export function categories(scope: FastifyInstance, context: Context): void {
  const { baseUrl } = context.config;
  servePage(scope, context, '/category/:category', async (request) => {
    const { name: siteName } = context.identity.current;
    const bound = pageBoundOf(request);
    const { category, ...list } = await categoryPage(
      context,
      parameter(request, 'category'),
      bound,
    );
    const name = CATEGORY_NAMES[category];
    const path = `/category/${category}`;
    const description = `Writing on ${siteName} about ${category}, newest first.`;
    return {
      title: name,
      description,
      ...(bound ? {} : { canonical: baseUrl + path }),
      head: html`${listCard(context, name, description, baseUrl + path)}
${feedAlternates(name, urlsOf(baseUrl).category(category))}`,
      here: category,
      content: html`<header class="page-header"><h1>${name}</h1></header>
${list.items.length > 0 ? contents(list.items, { wide: true, without: 'category' }) : NOTHING_YET}
${pager(list, path)}`,
    };
  });
}
