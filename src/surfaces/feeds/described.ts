// The feeds and the Markdown of pieces in the words of an API description.

import type { FastifySchema } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { ANY_FAILURE, failure } from '../../http/documented.ts';
import { OneOf } from '../../schemas/shapes.ts';
import { CATEGORIES } from '../../schemas/vocabulary.ts';

const slug = Type.String({ description: "The author's slug." });

const category = OneOf(CATEGORIES, { description: 'The category.' });

const SOURCES: { readonly [folder: string]: { name: string; of: string; params: TProperties } } = {
  '/': { name: 'site', of: 'everything', params: {} },
  '/author/:slug/': { name: 'author', of: 'an author', params: { slug } },
  '/category/:category/': { name: 'category', of: 'a category', params: { category } },
};

const before = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'Only what stands below this position: the next page, as next_url has it.',
  }),
);

export function feedRoute(folder: string, format: 'Json' | 'Rss', type: string): FastifySchema {
  const { name, of, params } = SOURCES[folder] ?? { name: '', of: '', params: {} };
  return {
    hide: true,
    operationId: `${name}Feed${format}`,
    summary: `Follow ${of}`,
    description: 'The 50 newest pieces in full, newest first, and the way to all that came before.',
    tags: ['Feeds'],
    params: Type.Object(params),
    querystring: Type.Object({ before }),
    response: responses(type, 'Nobody has this slug, or there is no such category.'),
  };
}

export const MARKDOWN_ROUTE: FastifySchema = {
  hide: true,
  operationId: 'pieceMarkdown',
  summary: 'Get a piece as Markdown',
  description: 'A published piece as its writer wrote it, with its facts in YAML front matter.',
  tags: ['Feeds'],
  params: Type.Object({ slug, piece: Type.String({ description: "The piece's slug." }) }),
  response: responses('text/markdown', 'There is no such piece, or it is not published.'),
};

function responses(type: string, notFound: string) {
  return {
    200: { description: 'Found.', content: { [type]: { schema: Type.String() } } },
    301: { description: 'It has another slug now.', type: 'null' },
    304: { description: 'Not changed since the ETag in If-None-Match.', type: 'null' },
    400: failure('The input is not as expected; `errors` names each field.'),
    404: failure(notFound),
    ...ANY_FAILURE,
  };
}
