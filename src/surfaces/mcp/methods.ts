// Methods of the MCP protocol. Results are JSON text, because long ones are serialised only once.

import type { JsonObject } from '../../http/json.ts';
import type { Context } from '../../operations/operation.ts';
import { ToolCall } from '../../schemas/tools.ts';
import { checkerOf } from '../../validation.ts';
import type { Catalogue } from './catalogue.ts';
import { CODES, checked, RpcError } from './json-rpc.ts';
import { agreedRevision, type Era, REVISIONS } from './protocol-versions.ts';
import { implementation } from './server-info.ts';
import type { Caller, Tool } from './tool.ts';

export type Method = (params: JsonObject, caller: Caller | null) => Promise<string> | string;

export type Methods = { readonly [era in Era]: ReadonlyMap<string, Method> };

/** Time for which clients of the stateless revision may cache lists, which change only with the service's version. */
const LIST_TTL_MS = 300_000;

const checkCall = checkerOf(ToolCall);

/** `context` must be one that reads only public content. */
export function methodsOf(context: Context, catalogue: Catalogue): Methods {
  const server = () => implementation(context);
  const call: Method = (params, caller) => {
    const { name, arguments: given } = checked(checkCall, params, CODES.badParameters);
    const tool = catalogue.tool(name);
    if (!tool) throw unknownTool(name, catalogue);
    return tool.call(context, given, caller);
  };
  const lists = Object.entries(LISTS);
  const scope = catalogue.isOpen ? 'public' : 'private';

  const about = () => ({
    resultType: 'complete',
    _meta: { 'io.modelcontextprotocol/serverInfo': server() },
  });
  const cacheable = () => ({ ...about(), ttlMs: LIST_TTL_MS, cacheScope: scope });
  const discovered = () => ({
    ...cacheable(),
    supportedVersions: REVISIONS,
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serverInfo: server(),
    instructions: catalogue.instructions,
  });
  return {
    handshake: new Map<string, Method>([
      ['initialize', (params) => JSON.stringify(introduction(server(), catalogue, params))],
      ['ping', () => '{}'],
      ['tools/list', toolsList(catalogue)],
      ...lists.map(([method, list]) => [method, listing(list)] as const),
      ['tools/call', call],
    ]),
    stateless: new Map<string, Method>([
      ['server/discover', () => JSON.stringify(discovered())],
      ['tools/list', toolsList(catalogue, cacheable)],
      ...lists.map(([method, list]) => [method, listing(list, cacheable)] as const),
      [
        'tools/call',
        async (params, caller) => joined(JSON.stringify(about()), await call(params, caller)),
      ],
      ['prompts/get', () => refuse('There are no prompts here.')],
      ['resources/read', ({ uri }) => refuse('There are no resources here.', { uri })],
    ]),
  };
}

const NO_MORE = 'cursor: There is no page after the first. Leave it out.';

/** Empty lists, because some clients request all of them, declared or not, and give up at an error. */
const LISTS: { [method: string]: JsonObject } = {
  'prompts/list': { prompts: [] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
};

/** A client that may only read gets the tools that read. */
function toolsList({ tools }: Catalogue, about?: () => object): Method {
  const listOf = (some: readonly Tool[]) =>
    listing({ tools: some.map(({ listed }) => listed) }, about);
  const all = listOf(tools);
  const reading = listOf(tools.filter(({ scope }) => scope !== 'pieces:write'));
  return (params, caller) => (caller?.actor.mayWrite === false ? reading : all)(params, caller);
}

/** Serialises a list once; `about`, which contains the site's name, is put before it in each response. */
function listing(list: JsonObject, about?: () => object): Method {
  const json = JSON.stringify(list);
  const whole = () => (about ? joined(JSON.stringify(about()), json) : json);
  // Some clients send null instead of no cursor.
  return ({ cursor }) => ((cursor ?? null) === null ? whole() : refuse(NO_MORE));
}

function refuse(message: string, data?: object): never {
  throw new RpcError(CODES.badParameters, message, data);
}

const introduction = (
  serverInfo: object,
  { instructions }: Catalogue,
  { protocolVersion }: JsonObject,
) => ({
  protocolVersion: agreedRevision(protocolVersion),
  capabilities: { tools: {} },
  serverInfo,
  instructions,
});

function unknownTool(name: string, { tools }: Catalogue): RpcError {
  const known = tools.map((each) => each.name).join(', ');
  const got = name.length > 60 ? 'another' : JSON.stringify(name);
  return new RpcError(CODES.badParameters, `name: Expected one of ${known}, got ${got}.`);
}

/** Merges the JSON text of two objects; neither may be empty. */
const joined = (one: string, other: string) => `${one.slice(0, -1)},${other.slice(1)}`;

export function methodOf(methods: Methods, era: Era, name: string): Method {
  const method = methods[era].get(name);
  if (method) return method;
  const got = name.length > 60 ? 'another' : JSON.stringify(name);
  const known = [...methods[era].keys()].join(', ');
  throw new RpcError(CODES.unknownMethod, `Expected one of the methods ${known}, got ${got}.`);
}
