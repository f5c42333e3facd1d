// The feeds and Markdown alternates in the OpenAPI document.

import type { FastifySchema } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Representation } from '../../http/cache/send-response.ts';
import {
  ANY_FAILURE,
  cacheableText,
  DATED,
  failure,
  LINKED,
  MOVED,
  notModified,
  problemWith,
  UNREADABLE,
} from '../../http/openapi/documented-responses.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_PIECE, EXAMPLE_SERIES } from '../../operations/examples.ts';
import { exampleFeeds, type Feed } from '../../operations/feeds/feeds.ts';
import type { Context } from '../../operations/operation.ts';
import { exampleMarkdownAlternate } from '../../operations/public-pages/markdown-alternate.ts';
import { urlsOf } from '../../operations/urls.ts';
import { FEED_ITEMS, JsonFeed } from '../../schemas/feeds.ts';
import { OneOf } from '../../schemas/shapes.ts';
import { CATEGORIES } from '../../schemas/vocabulary.ts';
import { Before, feedCursorFrom } from './cursor.ts';
import { type FeedSettings, feedSettings } from './feed-settings.ts';

export interface Format {
  key: 'json' | 'rss';
  type: string;
  write(feed: Feed, settings: FeedSettings): WrittenFeed;
}

export type WrittenFeed = Pick<Representation, 'body' | 'identity'>;

const text = (description: string, example: string) => ({
  ...Type.String({ description }),
  examples: [example],
});

const slug = text("The author's slug.", EXAMPLE_AUTHOR.slug);
const category = {
  ...OneOf(CATEGORIES, { description: 'The category.' }),
  examples: [EXAMPLE_PIECE.category],
};

const tag = text('The tag, spelled exactly as in the pieces.', 'bridges');
const series = text("The series' slug.", EXAMPLE_SERIES.row.slug);
const piece = text("The piece's slug.", EXAMPLE_PIECE.slug);
interface Source {
  name: 'site' | 'author' | 'category' | 'tag' | 'series';
  of: string;
  params: TProperties;
  notFound?: { meaning: string; codes: ErrorCode[] };
  /** True if former URLs redirect to the current one. */
  hasSlugs?: boolean;
}

const SITE: Source = { name: 'site', of: 'everything', params: {} };

const SOURCES: { readonly [folder: string]: Source } = {
  '/author/:slug/': {
    name: 'author',
    of: 'an author',
    params: { slug },
    notFound: { meaning: 'No author has this slug.', codes: ['author_not_found'] },
    hasSlugs: true,
  },
  '/category/:category/': {
    name: 'category',
    of: 'a category',
    params: { category },
    notFound: { meaning: 'There is no such category.', codes: ['not_found'] },
  },
  '/tag/:tag/': {
    name: 'tag',
    of: 'a tag',
    params: { tag },
    notFound: { meaning: 'No published piece has this tag.', codes: ['not_found'] },
  },
  '/author/:slug/series/:series/': {
    name: 'series',
    of: 'a series',
    params: { slug, series },
    notFound: {
      meaning: 'There is no such series, or none of its parts is published.',
      codes: ['author_not_found', 'not_found'],
    },
    hasSlugs: true,
  },
};

const FORMAT_NAMES = { json: 'JSON Feed', rss: 'RSS' };

export function feedRoute(context: Context, folder: string, format: Format): FastifySchema {
  const { name, of, params, notFound, hasSlugs } = SOURCES[folder] ?? SITE;
  const example = exampleFeeds(context)[name];
  const { body: written } = format.write(example, feedSettings(context.config, example));
  const isJson = format.key === 'json';
  return {
    operationId: `${name}Feed${isJson ? 'Json' : 'Rss'}`,
    summary: `Follow ${of} by ${FORMAT_NAMES[format.key]}`,
    description:
      `The ${FEED_ITEMS} newest pieces in full, newest first, and the URL of the next page, with older ` +
      'pieces.',
    tags: ['Feeds'],
    params: Type.Object(params),
    querystring: Type.Object({ before: Before }),
    response: {
      ...found(
        format.type,
        isJson ? JsonFeed : Type.String(),
        isJson ? JSON.parse(written) : written,
      ),
      ...(hasSlugs && { 301: MOVED }),
      400: failure('`before` is not from the feed.', [problemWith(feedCursorFrom, '0')]),
      ...(notFound && { 404: failure(notFound.meaning, notFound.codes) }),
      ...ANY_FAILURE,
    },
  };
}

export const markdownRoute = ({ baseUrl }: Config): FastifySchema => ({
  operationId: 'pieceMarkdown',
  summary: 'Get a piece as Markdown',
  description: 'A published piece as its writer wrote it, with its details in YAML front matter.',
  tags: ['Feeds'],
  params: Type.Object({ slug, piece }),
  response: {
    ...found('text/markdown', Type.String(), exampleMarkdownAlternate(urlsOf(baseUrl)).markdown),
    301: MOVED,
    400: UNREADABLE,
    404: failure('There is no such piece, or it is not published.', [
      'author_not_found',
      'not_found',
    ]),
    ...ANY_FAILURE,
  },
});

const found = (type: string, schema: TSchema, example: unknown) => ({
  200: cacheableText('Found.', type, schema, example, { ...LINKED, ...DATED }),
  304: notModified({ ...LINKED, ...DATED }),
});
