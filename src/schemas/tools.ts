// Messages of the tool endpoint: JSON-RPC 2.0 as the Model Context Protocol uses it.

import { Type } from 'typebox';
import { type Of, Record } from './shapes.ts';

/** Unsafe integers are refused as ids, because they would be returned as other numbers. */
const MessageId = Type.Unsafe<string | number | null>({
  type: ['string', 'integer', 'null'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The response has the same id.',
});

export type MessageId = Of<typeof MessageId>;

const AnyObject = (description: string) =>
  Type.Unsafe<{ [name: string]: unknown }>({ type: 'object', description });

export const ToolMessage = Record('ToolMessage', {
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(MessageId),
  method: Type.String({ description: 'Such as tools/list or tools/call.' }),
  params: Type.Optional(AnyObject('The parameters of the method.')),
});
export type ToolMessage = Of<typeof ToolMessage>;

export const ToolAnswer = Record(
  'ToolAnswer',
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(MessageId),
    result: Type.Optional(AnyObject('The result of the method.')),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({
            description: 'An error code of JSON-RPC or of the protocol, such as -32602.',
          }),
          message: Type.String({ description: 'What went wrong, in a sentence.' }),
          data: Type.Optional(AnyObject('Details that a program can use.')),
        },
        { description: 'Present instead of a result.' },
      ),
    ),
  },
  'The response to a message: a result or an error.',
);
export type ToolAnswer = Of<typeof ToolAnswer>;

/** The parameters of `tools/call`. Each tool checks its own arguments, so that the error helps its model. */
export const ToolCall = Type.Object({
  name: Type.String(),
  arguments: Type.Optional(Type.Unknown()),
});

export const AnyArguments = Type.Object({
  arguments: AnyObject('The arguments of the tool, by name.'),
});

/** The metadata of each request, in the protocol revision without sessions. */
export const RequestMeta = Type.Object({
  'io.modelcontextprotocol/protocolVersion': Type.String(),
  'io.modelcontextprotocol/clientInfo': Type.Optional(
    Type.Object({ name: Type.String(), version: Type.String() }),
  ),
  'io.modelcontextprotocol/clientCapabilities': AnyObject(
    'The capabilities of the client, which may be empty.',
  ),
});

export const ToolServerFacts = Record('ToolServer', {
  name: Type.String(),
  title: Type.String(),
  version: Type.String(),
  protocol_version: Type.String({
    description: 'The revision of the protocol that the server is built for.',
  }),
  protocol_versions: Type.Array(Type.String(), {
    description: 'All revisions that the server supports.',
  }),
  transport: Type.String(),
  endpoint: Type.String({ format: 'uri' }),
  tools: Type.Array(Type.String()),
  manifest: Type.String({ format: 'uri' }),
  documentation: Type.String({ format: 'uri' }),
});
export type ToolServerFacts = Of<typeof ToolServerFacts>;

const card = {
  $schema: Type.String({ format: 'uri', description: 'The schema that the card follows.' }),
  name: Type.String({ description: 'The host name in reverse, then the name of the server.' }),
  version: Type.String(),
  title: Type.String(),
  description: Type.String({ maxLength: 100 }),
  websiteUrl: Type.String({ format: 'uri' }),
  remotes: Type.Array(
    Type.Object({
      type: Type.Literal('streamable-http'),
      url: Type.String({ format: 'uri', description: 'Where clients connect.' }),
      supportedProtocolVersions: Type.Array(Type.String()),
    }),
  ),
};

export const ServerCard = Record('ServerCard', card);
export type ServerCard = Of<typeof ServerCard>;

export const ToolManifest = Record('ToolManifest', { ...card, tools: Type.Array(Type.String()) });
export type ToolManifest = Of<typeof ToolManifest>;

export const AiCatalogue = Record('AiCatalogue', {
  specVersion: Type.String(),
  entries: Type.Array(
    Type.Object({
      identifier: Type.String(),
      type: Type.String({ description: 'The media type of what the URL serves.' }),
      url: Type.String({ format: 'uri' }),
    }),
  ),
});
export type AiCatalogue = Of<typeof AiCatalogue>;
