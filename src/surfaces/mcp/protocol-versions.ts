// Supported versions of MCP, and the choice of one for a request.

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { getObject, isObject } from '../../http/json.ts';
import { RequestMeta, type ToolMessage } from '../../schemas/tools.ts';
import { checkerOf } from '../../validation.ts';
import { CODES, checked, RpcError } from './json-rpc.ts';

/** Versions with `initialize`; the first is the one for which the service is built. */
const WITH_HANDSHAKE = ['2025-06-18', '2025-03-26', '2025-11-25'];

/** Version in which each request is complete by itself. */
const STATELESS = '2026-07-28';

export const OWN_REVISION = '2025-06-18';
export const REVISIONS = [...WITH_HANDSHAKE, STATELESS].sort();

export type Era = 'handshake' | 'stateless';

export interface McpHeaders {
  'mcp-protocol-version'?: string | undefined;
  'mcp-method'?: string | undefined;
  'mcp-name'?: string | undefined;
}

export const mcpHeaders = ({ headers }: FastifyRequest): McpHeaders => ({
  'mcp-protocol-version': single(headers['mcp-protocol-version']),
  'mcp-method': single(headers['mcp-method']),
  'mcp-name': single(headers['mcp-name']),
});

const single = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(', ') : header;

const VERSION = 'io.modelcontextprotocol/protocolVersion';

export function eraOf(headers: McpHeaders, body: unknown): Era {
  const declared = getObject(getObject(body, 'params'), '_meta')[VERSION];
  const method = isObject(body) ? body['method'] : undefined;
  if (declared !== undefined && !isWithHandshake(declared)) return 'stateless';
  // The client doesn't know the version before the handshake.
  if (method === 'initialize') return 'handshake';
  const isStateless = headers['mcp-protocol-version'] === STATELESS || method === 'server/discover';
  return isStateless ? 'stateless' : 'handshake';
}

const isWithHandshake = (version: unknown) => WITH_HANDSHAKE.some((each) => each === version);

export const agreedRevision = (asked: unknown) =>
  WITH_HANDSHAKE.find((each) => each === asked) ?? OWN_REVISION;

export function requireRevision(headers: McpHeaders, message: ToolMessage): void {
  if (eraOf(headers, message) === 'stateless') requireStateless(headers, message);
  else if (message.method !== 'initialize') requireHandshake(headers['mcp-protocol-version']);
}

/** Clients of the first version send no header. */
function requireHandshake(version: string | undefined): void {
  if (version !== undefined && !isWithHandshake(version)) throw unknownRevision(version);
}

const unknownRevision = (requested: string) =>
  new RpcError(CODES.unknownRevision, `Expected one of the revisions ${REVISIONS.join(', ')}.`, {
    supported: REVISIONS,
    requested,
  });

const checkMeta = checkerOf(Type.Object({ _meta: RequestMeta }));

function requireStateless(headers: McpHeaders, { id, method, params = {} }: ToolMessage): void {
  const meta = { _meta: params['_meta'] ?? {} };
  const version = checked(checkMeta, meta, CODES.badParameters, 400)._meta[VERSION];
  requireHeader('MCP-Protocol-Version', headers['mcp-protocol-version'], version);
  if (version !== STATELESS) throw unknownRevision(version);
  requireHeader('Mcp-Method', headers['mcp-method'], method);
  const named = params[NAMED_BY[method] ?? ''];
  if (typeof named === 'string') requireHeader('Mcp-Name', decoded(headers['mcp-name']), named);
  if (id === undefined || id === null) {
    throw new RpcError(CODES.notARequest, 'id: Expected text or an integer, got nothing.');
  }
}

/** Parameters that a request repeats in a header. */
const NAMED_BY: { [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

function requireHeader(name: string, sent: string | undefined, meant: string): void {
  if (sent === meant) return;
  const got = sent === undefined ? 'nothing' : JSON.stringify(sent);
  throw new RpcError(
    CODES.headersDiffer,
    `Expected the header ${name} to be ${JSON.stringify(meant)} as in the body, got ${got}.`,
  );
}

/** Values that a header can't contain are sent in Base64. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}
