// /: the front page, and behind it the list of all pieces.

import type { FastifyInstance } from 'fastify';
import type { Context } from '../../operations/operation.ts';
import { frontPage } from '../../operations/public-pages/front-page.ts';
import { newestPage } from '../../operations/public-pages/piece-lists.ts';
import { urlsOf } from '../../operations/urls.ts';
import { html } from '../../rendering/templates/html.ts';
import { front } from './front-page.ts';
import { feedAlternates } from './shared/alternates.ts';
import { pageBoundOf } from './shared/pagination.ts';
import { contents, pager } from './shared/piece-lists.ts';
import { servePage } from './shared/serve-page.ts';
import { listCard } from './shared/structured-data.ts';

export function home(scope: FastifyInstance, context: Context): void {
  const { config } = context;
  const { baseUrl } = config;
  servePage(scope, context, '/', async (request) => {
    const { name: siteName, description } = context.identity.current;
    const bound = pageBoundOf(request);
    const page = {
      title: siteName,
      description,
      today: context.now(),
      head: feedAlternates(siteName, urlsOf(baseUrl).siteFeeds),
    };
    if (bound) {
      const list = await newestPage(context, bound);
      return {
        ...page,
        title: 'All pieces, newest first',
        content: html`<h1 class="section-heading">All pieces, newest first</h1>
${contents(list.items, { wide: true })}
${pager(list, '/')}`,
      };
    }
    const found = await frontPage(context);
    return {
      ...page,
      canonical: `${baseUrl}/`,
      head: html`${listCard(context, siteName, description, `${baseUrl}/`)}${page.head}`,
      content: found ? front(context, found) : NOTHING_YET,
    };
  });
}

const NOTHING_YET = html`<div class="message">
<h1>The first piece is still being written</h1>
<p class="standfirst">Nothing has been published yet. Follow <a type="application/rss+xml" href="/feed.xml">the RSS
feed</a>, and your reader will show you the first piece on the day it appears.</p>
<p>Do you write here? <a href="/desk">Go to your desk</a>.</p>
</div>`;
