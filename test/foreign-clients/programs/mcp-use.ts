// The tools of mcp-use, as its agent hands them to LangChain.

import { MCPClient } from 'mcp-use';
import { LangChainAdapter } from 'mcp-use/adapters';
import { report, url } from './report.ts';

const client = MCPClient.fromDict({ mcpServers: { standfirst: { url } } });
await client.createAllSessions();
const tools = await LangChainAdapter.createTools(client);

await report(async ({ name, given }) => tools.find((tool) => tool.name === name)?.invoke(given));
