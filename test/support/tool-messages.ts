// Sends messages to the tool endpoint, through the application.

import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Json, JsonObject } from './json.ts';

export interface Told {
  status: number;
  headers: { [name: string]: unknown };
  text: string;
  body: Json;
}

type Headers = { [name: string]: string };

/** Sends any body in a POST. */
export async function post(
  app: FastifyInstance,
  payload: string | Buffer,
  headers: Headers = {},
  more: InjectOptions = {},
): Promise<Told> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
    ...more,
  });
  const body: Json = answer.body === '' ? null : JSON.parse(answer.body);
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body };
}

/** Sends a JSON-RPC request. */
export const ask = (
  app: FastifyInstance,
  method: string,
  params: JsonObject = {},
  headers: Headers = {},
) => post(app, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers);

export const callTool = (app: FastifyInstance, name: string, given: JsonObject) =>
  ask(app, 'tools/call', { name, arguments: given });

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends a request of the stateless protocol revision, with all headers and metadata that it requires. */
export const askStateless = (
  app: FastifyInstance,
  method: string,
  params: JsonObject = {},
  headers: Headers = {},
) =>
  ask(
    app,
    method,
    { _meta: META, ...params },
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
      ...headers,
    },
  );

export const STATELESS_META: JsonObject = META;
