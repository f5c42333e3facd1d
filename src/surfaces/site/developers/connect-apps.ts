// How a writer connects an app to the desk, app by app, with the shortest way first.

import type { Context } from '../../../operations/operation.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { written } from './samples.ts';

const NAME = 'my-desk';

export function connectingApps({ config, identity }: Context): Html {
  const { name: siteName } = identity.current;
  const url = urlsOf(config.baseUrl).ownToolServer;
  return html`<h3 id="connect">Your own desk</h3>
<p>Do you write on ${siteName}? Connect your assistant to your desk: it can create drafts, read your pieces and
reply to your notes. It can never publish. Add this URL to your assistant. It opens ${siteName} once, so that you
can allow
access:</p>
${written(url)}
<p>Claude, on the web or on your computer: Settings, Connectors, Add custom connector; paste the URL, then choose
Connect.</p>
<p>ChatGPT: Settings, Apps &amp; Connectors, Create; paste the URL, with OAuth as the authentication.</p>
<p>Claude Code: run this, then type <code>/mcp</code> in Claude Code and choose Authenticate:</p>
${written(`claude mcp add --transport http ${NAME} ${url}`)}
<p>VS Code asks you to allow access when it starts the server:</p>
${written(`code --add-mcp '${JSON.stringify({ name: NAME, type: 'http', url })}'`)}
<p>Cursor: add this to <code>.cursor/mcp.json</code>, then choose Connect in its settings:</p>
${written(JSON.stringify({ mcpServers: { [NAME]: { url } } }, null, 2))}
<p>A program that can only start local commands:</p>
${written(`npx mcp-remote ${url}`)}
<p>A program that can send headers needs no browser: create a key at your desk, under
<a href="/desk/edit/online-presence#keys">Online presence</a>, and send it as a bearer token. To test it:</p>
${written(`curl '${url}' \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`)}
<p>Your desk lists the connected apps, and you can disconnect them there. If you build such an app, use OAuth 2.1 with
PKCE. Discovery follows RFC 9728 and RFC 8414, starting from the <code>WWW-Authenticate</code> header of a 401. Clients
identify themselves with a client ID metadata document or by dynamic registration. The scopes are
<code>pieces:read</code> and <code>pieces:write</code>.</p>`;
}
