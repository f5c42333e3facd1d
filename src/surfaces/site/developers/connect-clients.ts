// How AI clients are connected to the tools, client by client.

import type { Config } from '../../../config.ts';
import { listIn, textIn } from '../../../http/json.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { Endpoint } from './endpoints.ts';
import { sample, written } from './samples.ts';

interface Facts {
  config: Config;
  endpoints: Endpoint[];
}

const NAME = 'standfirst';

export function connecting({ config: { siteName }, endpoints }: Facts): Html {
  const facts = factsOf(endpoints);
  const address = textIn(facts, 'endpoint');
  const names = listIn(facts, 'tools').map(String);
  return html`<p>AI clients read ${siteName} with tools of the Model Context Protocol: no key, no sign-in, nothing to install. They can search and read; they cannot write. A client needs this address alone:</p>
${written(address)}
<p>The tools are ${listed(names)}. A tool that has an endpoint answers what that answers; what trends and the shop are here alone.</p>
<p>Clients that are set up on a page, such as Claude under Settings, Connectors: add a custom connector with the address. Those that call from their own servers need a public one.</p>
<p>Clients that are set up with a file, such as Cursor in <code>.cursor/mcp.json</code>:</p>
${written(inFile({ mcpServers: { [NAME]: { type: 'http', url: address } } }))}
<p>VS Code, in <code>.vscode/mcp.json</code>:</p>
${written(inFile({ servers: { [NAME]: { type: 'http', url: address } } }))}
<p>Claude Code:</p>
${written(`claude mcp add --transport http ${NAME} ${address}`)}
<p>A program of your own, with the package <code>@modelcontextprotocol/sdk</code>:</p>
${written(program(address))}
<p>Without any client:</p>
${sample(`curl '${address}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`)}`;
}

/** What the tool server says of itself, as the API document has it. */
const factsOf = (endpoints: Endpoint[]): unknown =>
  endpoints.find(({ id }) => id === 'getToolServer')?.responses[0]?.examples[0]?.value;

const listed = (names: string[]): Html =>
  html`${names.map((name, at) => html`${at > 0 && (at < names.length - 1 ? ', ' : ' and ')}<code>${name}</code>`)}`;

const inFile = (settings: object) => JSON.stringify(settings, null, 2);

const program = (
  address: string,
) => `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const client = new Client({ name: 'reader', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL('${address}')));
const { structuredContent } = await client.callTool({ name: 'recent_pieces', arguments: { limit: 3 } });
console.log(structuredContent.items.map(({ title, url }) => \`\${title}: \${url}\`));
await client.close();`;
