// /tag/{tag}: every piece with one tag, newest first.

import type { FastifyInstance } from 'fastify';
import { parameter } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { tagPage } from '../../operations/public-pages/piece-lists.ts';
import { urlsOf } from '../../operations/urls.ts';
import { html } from '../../rendering/templates/html.ts';
import { feedAlternates } from './shared/alternates.ts';
import { pageBoundOf } from './shared/pagination.ts';
import { contents, pager } from './shared/piece-lists.ts';
import { servePage } from './shared/serve-page.ts';
import { listCard } from './shared/structured-data.ts';

export function tags(scope: FastifyInstance, context: Context): void {
  const { baseUrl } = context.config;
  servePage(scope, context, '/tag/:tag', async (request) => {
    const { name: siteName } = context.identity.current;
    const tag = parameter(request, 'tag');
    const bound = pageBoundOf(request);
    const list = await tagPage(context, tag, bound);
    const path = `/tag/${encodeURIComponent(tag)}`;
    const description = `Writing on ${siteName} with the tag “${tag}”, newest first.`;
    return {
      title: `Tagged “${tag}”`,
      description,
      ...(bound ? {} : { canonical: baseUrl + path }),
      head: html`${listCard(context, tag, description, baseUrl + path)}
${feedAlternates(tag, urlsOf(baseUrl).tag(tag))}`,
      content: html`<header class="page-header"><p class="kicker">Tag</p><h1 dir="auto">${tag}</h1>
<p class="facts">Follow: <a type="application/rss+xml" href="${path}/feed.xml">RSS</a>
<span class="separator">·</span> <a type="application/feed+json" href="${path}/feed.json">JSON Feed</a></p></header>
${contents(list.items, { wide: true })}
${pager(list, path)}`,
    };
  });
}
