// The tool endpoint in the OpenAPI document, with examples from real code.

import type { Config } from '../../config.ts';
import { type ErrorCode, Problem } from '../../errors.ts';
import {
  ALLOWED,
  cachedResponse,
  jsonResponse,
  NOT_MODIFIED,
  RATE_HEADERS,
  RETRY,
} from '../../http/openapi/documented-responses.ts';
import { getAuthor } from '../../operations/authors/authors.ts';
import type { Context } from '../../operations/operation.ts';
import { urlsOf } from '../../operations/urls.ts';
import { ToolAnswer, ToolMessage, ToolServerFacts } from '../../schemas/tools.ts';
import { RpcError } from './json-rpc.ts';
import { type Methods, methodOf } from './methods.ts';
import { type Era, requireRevision } from './protocol-versions.ts';
import { errorAnswer, refusal } from './responses.ts';
import { discoveryOf } from './server-info.ts';
import { success } from './tool.ts';

const CALL: ToolMessage = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_author', arguments: getAuthor.sample },
};

type Shown = readonly [name: string, answer: ToolAnswer];

const failure = (description: string, shown: readonly Shown[], headers = {}) => ({
  description,
  headers: { ...headers, ...RATE_HEADERS },
  content: {
    'application/json': {
      schema: ToolAnswer,
      examples: Object.fromEntries(shown.map(([name, value]) => [name, { summary: name, value }])),
    },
  },
});

const refused = (code: ErrorCode, requestId: string | null = null): Shown => [
  code,
  errorAnswer(null, 'handshake', refusal(new Problem(code), requestId)),
];

const faulty = (code: ErrorCode): Shown => refused(code, 'req-1k');

const ANY_REQUEST = {
  403: failure(
    'The service only answers to its own host names, and the request named another one.',
    [refused('host_refused')],
  ),
  429: failure(
    'Too many requests; Retry-After says when to try again.',
    [refused('too_many_requests')],
    RETRY,
  ),
  503: failure(
    'The service is overloaded, or the database cannot be reached; Retry-After says when to try again.',
    [faulty('overloaded'), faulty('unavailable')],
    RETRY,
  ),
};

const LONG_AGO = { 'mcp-protocol-version': '2024-11-05' };

export const describedMessage = ({ baseUrl }: Config, methods: Methods) => ({
  operationId: 'sendToolMessage',
  summary: 'Send a message to the tools',
  description:
    'Sends one message of the Model Context Protocol, without session, key or stream. `tools/list` lists the ' +
    'tools, `tools/call` calls one. Errors inside a message come with status 200.',
  tags: ['MCP'],
  body: { ...ToolMessage, examples: [CALL] },
  response: {
    200: jsonResponse('The response.', ToolAnswer, {
      jsonrpc: '2.0',
      id: 1,
      result: JSON.parse(success(getAuthor.example(urlsOf(baseUrl)))),
    }),
    202: { description: 'A notification was accepted. There is no body.', type: 'null' },
    400: failure('The headers name a revision that is not supported, or differ from the body.', [
      ['unknown_revision', failing('handshake', () => requireRevision(LONG_AGO, CALL))],
    ]),
    404: failure('In the revision 2026-07-28: there is no such method.', [
      ['unknown_method', failing('stateless', () => methodOf(methods, 'stateless', 'ping'))],
    ]),
    413: failure('The body is larger than 2 MiB.', [refused('too_large')]),
    415: failure('The body is compressed, or not sent as application/json.', [
      refused('unsupported_type'),
      refused('unsupported_encoding'),
    ]),
    ...ANY_REQUEST,
  },
});

/** Example response with the error that `run` really throws. */
function failing(era: Era, run: () => unknown): ToolAnswer {
  try {
    run();
  } catch (error) {
    if (error instanceof RpcError) return errorAnswer(1, era, error);
  }
  throw new Error('Expected an input that is refused.');
}

export const describedDiscovery = (context: Context) => ({
  operationId: 'getToolServer',
  summary: 'Get information about the tool server',
  description:
    'Returns the URL of the tool server, the revisions of the protocol that it supports, and its tools. A request ' +
    'for `text/event-stream` gets a 405, because there is no stream.',
  tags: ['MCP'],
  response: {
    200: cachedResponse('The information.', ToolServerFacts, discoveryOf(context)),
    304: NOT_MODIFIED,
    405: failure('There is no stream at this URL.', [refused('method_not_allowed')], ALLOWED),
    ...ANY_REQUEST,
  },
});
