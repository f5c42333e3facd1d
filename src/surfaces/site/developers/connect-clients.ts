// How to connect AI clients to the tools, client by client.

import { getArray, getString } from '../../../http/json.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { connectingApps } from './connect-apps.ts';
import type { Endpoint } from './endpoints.ts';
import { sample, written } from './samples.ts';

interface Facts {
  context: Context;
  endpoints: Endpoint[];
}

const NAME = 'standfirst';

export function connecting({ context, endpoints }: Facts): Html {
  const { name: siteName } = context.identity.current;
  const facts = factsOf(endpoints);
  const url = getString(facts, 'endpoint');
  const names = getArray(facts, 'tools').map(String);
  return html`<p>AI clients read ${siteName} through Model Context Protocol tools: no key, no sign-in,
nothing to install. They can search and read, but not write. A client only needs this URL:</p>
${written(url)}
<p>The tools are ${listed(names)}. A tool and an endpoint of the same kind return the same data; trending pieces and
the shop are available only as tools. If an argument is wrong, the result has <code>isError</code> and says what was
expected, so that a model can correct itself.</p>
<p>You can read a long piece in parts: <code>get_piece</code> and its endpoint take <code>format</code>,
<code>offset</code> and <code>max_characters</code>, and <code>part.rest</code> says how to get the next part.</p>
<p>In clients with a settings page, such as Claude under Settings, Connectors, add a custom connector with
the URL. Clients that connect from their own servers need a public URL.</p>
<p>In clients with a settings file, such as Cursor in <code>.cursor/mcp.json</code>:</p>
${written(inFile({ mcpServers: { [NAME]: { type: 'http', url } } }))}
<p>VS Code, in <code>.vscode/mcp.json</code>:</p>
${written(inFile({ servers: { [NAME]: { type: 'http', url } } }))}
<p>Claude Code:</p>
${written(`claude mcp add --transport http ${NAME} ${url}`)}
<p>In your own program, with the package <code>@modelcontextprotocol/sdk</code>:</p>
${written(program(url))}
<p>Without a client:</p>
${sample(listTools(url))}
${connectingApps(context)}`;
}

const listTools = (url: string) => `curl '${url}' \\
  -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`;

const factsOf = (endpoints: Endpoint[]): unknown =>
  endpoints.find(({ id }) => id === 'getToolServer')?.responses[0]?.examples[0]?.value;

const listed = (names: string[]): Html =>
  html`${names.map((name, at) => {
    const joint = at < names.length - 1 ? ', ' : ' and ';
    return html`${at > 0 && joint}<code>${name}</code>`;
  })}`;

const inFile = (settings: object) => JSON.stringify(settings, null, 2);

const program = (
  url: string,
) => `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const client = new Client({ name: 'reader', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL('${url}')));
const { structuredContent } = await client.callTool({ name: 'recent_pieces', arguments: { limit: 3 } });
console.log(structuredContent.items.map(({ title, url }) => \`\${title}: \${url}\`));
await client.close();`;
