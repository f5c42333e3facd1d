// The tools of @langchain/mcp-adapters in a ToolNode, which is what runs them for a model in LangGraph.

import { AIMessage } from '@langchain/core/messages';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { report, url } from './report.ts';

const client = new MultiServerMCPClient({ standfirst: { transport: 'http', url } });
const tools = await client.getTools();
// LangChain checks arguments against their schema, and without this option hides what it found.
for (const tool of tools) tool.verboseParsingErrors = true;
const node = new ToolNode(tools);

await report(async ({ name, given }) => {
  const asked = new AIMessage({ content: '', tool_calls: [{ id: '1', name, args: given }] });
  const { messages } = await node.invoke({ messages: [asked] });
  return messages.at(-1)?.content;
});
