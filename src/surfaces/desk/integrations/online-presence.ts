// The online presence page: API keys, the webhook, the writer's website and embeds, each a file beside this one.

import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../../http/limits/client-address.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { RATES } from '../../../schemas/limits.ts';
import { deskPage } from '../shared/layout.ts';
import type { PageContext } from '../shared/page-context.ts';
import { keyRoutes, keySection } from './api-keys.ts';
import { deliveryRoutes } from './deliveries.ts';
import { embedSection } from './embeds.ts';
import type { OneTimeNotice } from './one-time-notice.ts';
import { webhookRoutes, webhookSection } from './webhooks.ts';
import { websiteRoutes, websiteSection } from './website-verification.ts';

export function onlinePresence(scope: FastifyInstance, context: Context): void {
  keyRoutes(scope, context, presencePage);
  websiteRoutes(scope, context, presencePage);
  // Each check of a URL, each test and each retry sends requests to someone else's server; one count for all.
  const limits = limiter(scope, context.config, RATES.webhookTest, networkOf);
  webhookRoutes(scope, context, presencePage, limits);
  deliveryRoutes(scope, context, limits);
}

async function presencePage(
  page: PageContext,
  { newKey, newSecret, checks = [] }: OneTimeNotice = {},
): Promise<Html> {
  return deskPage(page, {
    title: 'Online presence',
    here: 'Online presence',
    content: html`<h1>Online presence</h1>
<p class="standfirst">Connect your writing to other programs and sites.</p>
${await keySection(page, newKey ?? null)}
${await webhookSection(page, newSecret ?? null)}
${await websiteSection(page, checks)}
${embedSection(page)}`,
  });
}
