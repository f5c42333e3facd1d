// Descriptions of the tool server, in each format that clients read.

import packageFile from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config.ts';
import type { Context } from '../../operations/operation.ts';
import type {
  AiCatalogue,
  ServerCard,
  ToolManifest,
  ToolServerFacts,
} from '../../schemas/tools.ts';
import { OWN_REVISION, REVISIONS } from './protocol-versions.ts';
import { TOOLS } from './tools.ts';

export const CARD_TYPE = 'application/mcp-server-card+json';

const NAME = 'standfirst';
const DESCRIPTION_LENGTH = 100;

const toolNames = TOOLS.map(({ name }) => name);

const endpointOf = ({ baseUrl }: Config) => `${baseUrl}/api/mcp`;

const cardOf = ({ baseUrl }: Config) => `${baseUrl}/api/mcp/server-card`;

export const implementation = ({ identity }: Context) => ({
  name: NAME,
  title: identity.current.name,
  version: packageFile.version,
});

export const INSTRUCTIONS =
  'Read what is published here. Search with search_pieces and search_authors, or look around with recent_pieces ' +
  'and trending_pieces; then read a piece in full with get_piece (format text is enough to read it) before you ' +
  'discuss it, and cite it by its url and its author. Search finds text exactly as given, so short words find ' +
  'more. These tools cannot change anything.';

export const discoveryOf = (context: Context): ToolServerFacts => ({
  ...implementation(context),
  protocol_version: OWN_REVISION,
  protocol_versions: REVISIONS,
  transport: 'streamable-http',
  endpoint: endpointOf(context.config),
  tools: toolNames,
  manifest: `${context.config.baseUrl}/.well-known/mcp.json`,
  documentation: `${context.config.baseUrl}/developers#tools`,
});

export const serverCard = ({ config, identity }: Context): ServerCard => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: `${hostBackwards(config)}/${NAME}`,
  version: packageFile.version,
  title: identity.current.name,
  description: [...`Read, search and cite what is published on ${identity.current.name}.`]
    .slice(0, DESCRIPTION_LENGTH)
    .join(''),
  websiteUrl: config.baseUrl,
  remotes: [
    { type: 'streamable-http', url: endpointOf(config), supportedProtocolVersions: REVISIONS },
  ],
});

/** Server card with the names of the tools, for clients that look for it by host name. */
export const toolManifest = (context: Context): ToolManifest => ({
  ...serverCard(context),
  tools: toolNames,
});

const hostBackwards = ({ baseUrl }: Config) =>
  new URL(baseUrl).hostname.split('.').toReversed().join('.');

export const aiCatalogue = ({ config }: Context): AiCatalogue => ({
  specVersion: '1.0',
  entries: [
    {
      identifier: `urn:air:${new URL(config.baseUrl).hostname}:mcp:${NAME}`,
      type: CARD_TYPE,
      url: cardOf(config),
    },
  ],
});
