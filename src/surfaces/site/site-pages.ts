// /{slug}: a page of the site itself, such as an imprint.

import type { FastifyInstance } from 'fastify';
import { movedTo } from '../../http/pages/pages.ts';
import { parameter, resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { publicSitePage } from '../../operations/public-pages/site-pages.ts';
import { html, trusted } from '../../rendering/templates/html.ts';
import { withScrollingTables } from '../../rendering/templates/scrolling-tables.ts';
import { dayOf, tongue } from './shared/labels.ts';
import { servePage } from './shared/serve-page.ts';
import { listCard } from './shared/structured-data.ts';

const READS = ['GET', 'HEAD'];

export async function sitePages(scope: FastifyInstance, context: Context): Promise<void> {
  const { config } = context;
  // Other methods check for the page too; otherwise any word would be a URL that returns 405.
  scope.addHook('onRequest', async (request) => {
    if (!READS.includes(request.method)) await publicSitePage(context, parameter(request, 'slug'));
  });
  resource(scope, '/:slug/', {
    GET: {
      schema: { hide: true },
      handler: async (request, reply) =>
        movedTo(reply, `/${(await publicSitePage(context, parameter(request, 'slug'))).slug}`),
    },
  });
  servePage(scope, context, '/:slug', async (request) => {
    const asked = parameter(request, 'slug');
    const page = await publicSitePage(context, asked);
    const { slug, title, summary, locale, modified_at } = page;
    if (slug !== asked) return { movedTo: `/${slug}` };
    const canonical = `${config.baseUrl}/${slug}`;
    return {
      title,
      description: summary,
      canonical,
      modifiedAt: modified_at,
      head: listCard(context, title, summary, canonical),
      content: html`<article class="piece site-page"${tongue(locale)}>
<header><h1>${title}</h1></header>
<div class="text">
${trusted(withScrollingTables(page.html))}
</div>
<footer class="colophon" lang="en" dir="ltr"><p class="fine-print">Last updated ${dayOf(modified_at)}</p></footer>
</article>`,
    };
  });
}
