// The online presence page: connected apps, API keys, the webhook, the writer's website and embeds.

import { networkOf } from '../../../http/limits/client-address.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import { copyRow, copyScript } from '../shared/copy-row.ts';
import { deskPage } from '../shared/layout.ts';
import type { Desk, PageContext } from '../shared/page-context.ts';
import { keyRoutes, keySection } from './api-keys.ts';
import { appRoutes, appSection } from './connected-apps.ts';
import { deliveryRoutes } from './deliveries.ts';
import { embedSection } from './embeds.ts';
import type { OneTimeNotice } from './one-time-notice.ts';
import { webhookRoutes, webhookSection } from './webhooks.ts';
import { websiteRoutes, websiteSection } from './website-verification.ts';

export function onlinePresence(desk: Desk): void {
  appRoutes(desk, presencePage);
  keyRoutes(desk, presencePage);
  websiteRoutes(desk, presencePage);
  // URL checks, tests and retries send requests to other servers, so they share one limit.
  const limits = limiter(desk.scope, desk.context.config, RATES.webhookTest, networkOf);
  webhookRoutes(desk, presencePage, limits);
  deliveryRoutes(desk, limits);
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
<section class="group"><h2 id="programs">Programs</h2>
<p>Programs can create drafts for you, read what you publish, and be notified of every new piece. No program can
publish.</p>
${await appSection(page)}
${await keySection(page, newKey ?? null)}
${toolSection(page)}
${await webhookSection(page, newSecret ?? null)}
</section>
<section class="group"><h2 id="elsewhere">Website and embeds</h2>
<p>Show readers which website is yours, and show your writing there.</p>
${await websiteSection(page, checks)}
${embedSection(page)}
</section>
${copyScript()}`,
  });
}

/** Public tools need no key. */
const toolSection = ({
  context,
}: PageContext) => html`<section class="group"><h3 id="tools">Tools</h3>
<p>AI clients can search and read everything that is published here, without a key. Give them the URL of this
tool server.
<a href="/developers#tools">How to connect one</a></p>
<pre id="tool-server">${urlsOf(context.config.baseUrl).toolServer}</pre>
${copyRow('tool-server', 'Copy', 'Copy tool server')}</section>`;
