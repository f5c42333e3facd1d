// The methods of the protocol. Results are JSON already: the long ones are serialised once.

import type { JsonObject } from '../../http/json.ts';
import type { Context } from '../../operations/operation.ts';
import { ToolCall, type ToolMessage } from '../../schemas/tools.ts';
import { checkerOf } from '../../schemas/validation.ts';
import { CODES, checked, RpcError } from './json-rpc.ts';
import { agreedRevision, type Era, REVISIONS } from './protocol-versions.ts';
import { INSTRUCTIONS, implementation } from './server-info.ts';
import { TOOLS } from './tools.ts';

/** A result as JSON. */
export type Method = (params: JsonObject) => Promise<string> | string;

export type Methods = { readonly [era in Era]: ReadonlyMap<string, Method> };

/** How long a client of the stateless revision may cache a list: they change with the version alone. */
const LIST_TTL_MS = 300_000;

const tools = new Map(TOOLS.map((each) => [each.name, each]));
const checkCall = checkerOf(ToolCall);

export function methodsOf(context: Context): Methods {
  const server = implementation(context.config);
  const call: Method = (params) => {
    const { name, arguments: given } = checked(checkCall, params, CODES.badParameters);
    const tool = tools.get(name);
    if (!tool) throw unknownTool(name);
    return tool.call(context, given);
  };
  const lists = Object.entries(LISTS).map(([method, list]) => [method, list] as const);

  const about = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': server } };
  const cacheable = { ...about, ttlMs: LIST_TTL_MS, cacheScope: 'public' };
  const discovered = {
    ...cacheable,
    supportedVersions: REVISIONS,
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serverInfo: server,
    instructions: INSTRUCTIONS,
  };
  return {
    handshake: new Map<string, Method>([
      ['initialize', (params) => JSON.stringify(introduction(server, params))],
      ['ping', () => '{}'],
      ...lists.map(([method, list]) => [method, listing(list)] as const),
      ['tools/call', call],
    ]),
    stateless: new Map<string, Method>([
      ['server/discover', () => JSON.stringify(discovered)],
      ...lists.map(([method, list]) => [method, listing({ ...cacheable, ...list })] as const),
      ['tools/call', async (params) => joined(JSON.stringify(about), await call(params))],
      ['prompts/get', () => refuse('There are no prompts here.')],
      ['resources/read', ({ uri }) => refuse('There are no resources here.', { uri })],
    ]),
  };
}

const NO_MORE = 'cursor: There is no page after the first. Leave it out.';

/** Some clients request all of them, whatever was declared, and give up at an error. */
const LISTS: { [method: string]: JsonObject } = {
  'tools/list': { tools: TOOLS.map(({ listed }) => listed) },
  'prompts/list': { prompts: [] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
};

function listing(list: JsonObject): Method {
  const json = JSON.stringify(list);
  // Some clients send null where there is no cursor.
  return ({ cursor }) => ((cursor ?? null) === null ? json : refuse(NO_MORE));
}

function refuse(message: string, data?: object): never {
  throw new RpcError(CODES.badParameters, message, data);
}

const introduction = (serverInfo: object, { protocolVersion }: JsonObject) => ({
  protocolVersion: agreedRevision(protocolVersion),
  capabilities: { tools: {} },
  serverInfo,
  instructions: INSTRUCTIONS,
});

function unknownTool(name: string): RpcError {
  const known = [...tools.keys()].join(', ');
  const got = name.length > 60 ? 'another' : JSON.stringify(name);
  return new RpcError(CODES.badParameters, `name: Expected one of ${known}, got ${got}.`);
}

/** Two objects as one, neither of them empty. */
const joined = (one: string, other: string) => `${one.slice(0, -1)},${other.slice(1)}`;

/** When a cached result of this message is stale. */
export function changesWith({ params }: ToolMessage): 'content' | 'time' {
  return tools.get(String(params?.['name']))?.changesWith ?? 'content';
}

/** The method of a message, in the revision that it speaks. */
export function methodOf(methods: Methods, era: Era, name: string): Method {
  const method = methods[era].get(name);
  if (method) return method;
  const got = name.length > 60 ? 'another' : JSON.stringify(name);
  const known = [...methods[era].keys()].join(', ');
  throw new RpcError(CODES.unknownMethod, `Expected one of the methods ${known}, got ${got}.`);
}
