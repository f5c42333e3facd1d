// The tools of @mastra/mcp, as an agent of Mastra runs them.

import { MCPClient } from '@mastra/mcp';
import { report, url } from './report.ts';

const client = new MCPClient({ servers: { standfirst: { url: new URL(url) } } });
const tools = await client.listTools();

await report(async ({ name, given }) => tools[`standfirst_${name}`]?.execute?.(given, {}));
