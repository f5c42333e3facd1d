// /llms.txt: an overview of the site with links, for programs that read Markdown.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { sendText } from '../../http/cache/send-response.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { type Overview, overview } from '../../operations/public-pages/overview.ts';
import { markdownUrl, urlsOf } from '../../operations/urls.ts';
import { CATEGORIES, CATEGORY_NAMES } from '../../schemas/vocabulary.ts';
import { inline, type Link, section } from './markdown-lists.ts';

export function llms(scope: FastifyInstance, context: Context): void {
  resource(scope, '/llms.txt', {
    GET: {
      schema: { hide: true },
      async handler(request, reply) {
        return sendText(request, reply, {
          type: 'text/plain; charset=utf-8',
          body: document(context, await overview(context)),
          maxAge: context.config.publicMaxAge,
        });
      },
    },
  });
}

const SUMMARY =
  'publishes writing by people who sign it with their names. Anyone can read, search and follow everything that is ' +
  'published, without a key.';

const HOW_TO_READ =
  "Each piece has a page; add `.md` to its URL for the Markdown. For an author's feeds, add `/feed.json` or " +
  '`/feed.xml` to the URL of their profile. JSON responses have `ok`, and a `reason` if `ok` is false. ' +
  'Responses have an ETag. If `next_cursor` is not null, a list has another page: pass it as `cursor`, or ' +
  'follow the `Link` header. You can send 600 requests a minute from one IP address; a 429 says in Retry-After ' +
  'when to try again.';

function document({ config, identity }: Context, { pieces, authors }: Overview): string {
  const { name, said } = identity.current;
  const about = said.description ? `${inline(said.description)}\n\n` : '';
  return `# ${inline(name)}

> ${inline(name)} ${SUMMARY}

${about}${HOW_TO_READ}

Programs may draft with a writer's key. Only the writer publishes.

${section('Search', search(config.baseUrl))}
${section('Read', read(config.baseUrl))}
${section('Subscribe', subscribe(config))}
${section('Connect', connect(config.baseUrl))}
${section('Newest pieces', pieces.map(pieceLink))}
${section('Authors', authors.map(authorLink))}
${section('Optional', optional(config))}`;
}

const search = (baseUrl: string): Link[] => [
  {
    name: 'Search pieces',
    address: `${baseUrl}/api/public/pieces/search?q=bridge`,
    note:
      'JSON; put the text to find after `q=`; `match=words` finds pieces with all of its words; `category`, ' +
      '`author`, `tag`, `locale`, `since`, `until` and `limit` (1 to 100) narrow the search',
  },
  {
    name: 'Search authors',
    address: `${baseUrl}/api/public/authors/search?q=engineer`,
    note: 'JSON; by name, role, niche or bio; `limit` is 1 to 50',
  },
];

const read = (baseUrl: string): Link[] => [
  {
    name: 'Newest pieces',
    address: `${baseUrl}/api/public/pieces/recent`,
    note:
      'JSON; `category`, `author`, `tag`, `locale`, `since`, `until` and `limit` (1 to 100) narrow ' +
      "the list; one author's pieces are at `/api/public/authors/`, the slug and `/pieces`; a piece in full is " +
      'at `/api/public/pieces/` and its UUID, where `format` (`text`, `html`, `markdown`) and ' +
      '`max_characters` make the response shorter',
  },
  { name: 'Site map', address: `${baseUrl}/sitemap.xml`, note: 'XML; every public page' },
  {
    name: 'Shop',
    address: `${baseUrl}/llms-products.txt`,
    note: 'text; what the writers sell, and where to pay for it',
  },
];

function subscribe({ baseUrl, websubHub }: Config): Link[] {
  const { siteFeeds, category } = urlsOf(baseUrl);
  const hub = websubHub ? '; a WebSub hub announces new pieces' : '';
  return [
    {
      name: 'Everything, JSON Feed',
      address: siteFeeds.json,
      note: `the 50 newest pieces in full; \`next_url\` leads to older ones${hub}`,
    },
    { name: 'Everything, RSS', address: siteFeeds.rss, note: 'the same pieces as RSS 2.0' },
    ...CATEGORIES.map((each) => ({
      name: CATEGORY_NAMES[each],
      address: category(each).json,
      note: 'JSON Feed; with `feed.xml` at the end, RSS',
    })),
  ];
}

/** Links to every interface for programs that the application serves. */
const connect = (baseUrl: string): Link[] => [
  {
    name: 'OpenAPI description',
    address: `${baseUrl}/api/openapi.json`,
    note: 'OpenAPI 3.1 of every endpoint, for reading and for drafting',
  },
  {
    name: 'Tools',
    address: urlsOf(baseUrl).toolServer,
    note:
      'Model Context Protocol over streamable HTTP, without a key or a session; clients need only this URL. By ' +
      'hand: POST `{"jsonrpc":"2.0","id":1,"method":"tools/list"}` to it as `application/json`, then ' +
      '`tools/call`',
  },
  {
    name: 'Tool server card',
    address: `${baseUrl}/.well-known/mcp.json`,
    note: 'JSON; the card of this server for registries, with the names of its tools',
  },
];

const pieceLink = ({
  title,
  url,
  summary,
  authors,
  date_published,
}: Overview['pieces'][number]) => ({
  name: title,
  address: markdownUrl(url),
  note: `${authors.map(({ name }) => name).join(', ')}, ${date_published.slice(0, 10)}. ${summary}`,
});

const authorLink = ({ name, role, niche, urls, pieces_count }: Overview['authors'][number]) => ({
  name,
  address: urls.profile,
  note: [role, niche, `${pieces_count} ${pieces_count === 1 ? 'piece' : 'pieces'}`]
    .filter(Boolean)
    .join('; '),
});

const optional = ({ baseUrl, securityContact }: Config): Link[] => [
  {
    name: 'Developers',
    address: `${baseUrl}/developers`,
    note: 'for people; the API with a quick start for agents and commands to try',
  },
  { name: 'Front page', address: `${baseUrl}/`, note: 'for people' },
  { name: 'Search page', address: `${baseUrl}/search`, note: 'for people' },
  { name: 'Shop page', address: `${baseUrl}/shop`, note: 'for people' },
  ...(securityContact
    ? [
        {
          name: 'Security contact',
          address: `${baseUrl}/.well-known/security.txt`,
          note: 'where to report a vulnerability',
        },
      ]
    : []),
];
