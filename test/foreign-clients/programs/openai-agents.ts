// An agent of @openai/agents: its model makes the calls, and sees what its runner hands back.

import {
  Agent,
  MCPServerStreamableHttp,
  type Model,
  type ModelRequest,
  Runner,
  setTracingDisabled,
  Usage,
} from '@openai/agents';
import { type Call, report, url } from './report.ts';

setTracingDisabled(true);
const server = new MCPServerStreamableHttp({ name: 'standfirst', url });
await server.connect();

/** Calls one tool and accepts any result. */
class OneCall implements Model {
  readonly #call: Call;
  seen: unknown;

  constructor(call: Call) {
    this.#call = call;
  }

  async getResponse({ input }: ModelRequest) {
    const last = typeof input === 'string' ? undefined : input.at(-1);
    const isAnswered = last?.type === 'function_call_result';
    if (isAnswered) this.seen = last.output;
    const { name, given } = this.#call;
    const call = { type: 'function_call', callId: '1', name, arguments: JSON.stringify(given) };
    const content = [{ type: 'output_text', text: 'Done.' }];
    const said = { type: 'message', role: 'assistant', content };
    const output = [{ ...(isAnswered ? said : call), status: 'completed' }];
    return JSON.parse(JSON.stringify({ usage: new Usage(), output }));
  }

  getStreamedResponse(): never {
    throw new Error('Nothing is streamed here.');
  }
}

await report(async (call) => {
  const model = new OneCall(call);
  const agent = new Agent({ name: 'Reader', model, mcpServers: [server] });
  await new Runner({ tracingDisabled: true }).run(agent, 'Read.');
  return model.seen;
});
