// Connected apps section of the online presence page: the apps, their drafts, and how to connect another.

import {
  type ConnectedApp,
  disconnectApp,
  listApps,
} from '../../../operations/oauth/connected-apps.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { isUuid } from '../../../validation.ts';
import { copyRow } from '../shared/copy-row.ts';
import { when } from '../shared/labels.ts';
import { csrfField } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext } from '../shared/page-context.ts';
import type { PresencePage } from './one-time-notice.ts';

const HERE = '/desk/edit/online-presence';

export function appRoutes(desk: Desk, presencePage: PresencePage): void {
  desk.writer(`${HERE}/disconnect`, presencePage, async (page) => {
    const { id = '' } = page.fields;
    await disconnectApp(page.context, actorOf(page), isUuid(id) ? id.toLowerCase() : '');
    return { goTo: `${HERE}#apps` };
  });
}

export async function appSection(page: PageContext): Promise<Html> {
  const apps = await listApps(page.context, actorOf(page));
  const { ownToolServer } = urlsOf(page.context.config.baseUrl);
  return html`<section class="group"><h3 id="apps">Connected apps</h3>
<p>Connect an assistant, and it can create drafts for you, read your pieces and reply to your notes. It can never
publish. Give it this URL. It sends you here once, so that you can allow access. <a
href="/developers#connect">How to connect
each app</a></p>
<pre id="own-tool-server">${ownToolServer}</pre>
${copyRow('own-tool-server', 'Copy', 'Copy for apps')}
<p>To test the connection, run this on your computer. It asks you to allow access, then lists the tools:</p>
<pre id="own-tool-test">npx @modelcontextprotocol/inspector --cli ${ownToolServer} \\
  --transport http --method tools/list</pre>
${copyRow('own-tool-test', 'Copy', 'Copy the test')}
${apps.length > 0 && html`<ul class="entry-list keys">${apps.map((app) => appEntry(page, app))}</ul>`}</section>`;
}

function appEntry(page: PageContext, app: ConnectedApp): Html {
  const now = page.context.now();
  const { name, scope, redirect_host, connected_at, last_used_at } = app;
  return html`<li><h4>${name}</h4><div class="entry-side muted">
<form class="inline-group" method="post" action="${HERE}/disconnect">${csrfField(page)}
<input type="hidden" name="id" value="${app.id}">
<button class="link-button" aria-label="Disconnect ${name}">Disconnect</button></form></div>
<p>${scope.includes('pieces:write') ? 'Can create drafts and read your pieces' : 'Can only read your pieces'} ·
<span class="url">${redirect_host}</span> · connected ${when(connected_at, now)} ·
${last_used_at ? html`last used ${when(last_used_at, now)}` : 'never used'}</p>
${draftsOf(app)}</li>`;
}

const draftsOf = ({ drafts }: ConnectedApp): Html | false =>
  drafts.length > 0 &&
  html`<details><summary>${drafts.length === 1 ? '1 draft' : `${drafts.length} drafts`} from this app</summary>
<ul>${drafts.map(
    ({ id, headline }) =>
      html`<li><a href="/desk/edit/pieces/${id}">${headline || 'Untitled'}</a></li>`,
  )}</ul></details>`;
