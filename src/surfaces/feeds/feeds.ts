// The feeds of the site, an author, a category, a tag and a series, and the Markdown alternates of pieces.

import type { FastifyInstance } from 'fastify';
import { pathOf } from '../../http/bounds/request-kinds.ts';
import type { Representation } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { answerAsJson } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { publicRead, type ReadRequest } from '../../http/public-reads.ts';
import { parameter } from '../../http/resource.ts';
import {
  authorFeed,
  categoryFeed,
  type Feed,
  type FeedSource,
  seriesFeed,
  siteFeed,
  tagFeed,
} from '../../operations/feeds/feeds.ts';
import type { Context } from '../../operations/operation.ts';
import { feedCursorFrom } from './cursor.ts';
import { feedSettings } from './feed-settings.ts';
import { jsonFeed } from './json-feed.ts';
import { markdownAlternates } from './markdown-alternate.ts';
import { type Format, feedRoute } from './openapi.ts';
import { rss } from './rss.ts';

const FORMATS: readonly (Format & { file: string })[] = [
  { file: 'feed.json', key: 'json', type: 'application/feed+json', write: jsonFeed },
  { file: 'feed.xml', key: 'rss', type: 'application/rss+xml', write: rss },
];

type Find = (request: ReadRequest) => FeedSource | Promise<FeedSource>;

export async function feeds(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  answerAsJson(scope, context.store);
  limitReads(scope);
  const sources: { [folder: string]: Find } = {
    '/': () => siteFeed(context),
    '/author/:slug/': (request) => authorFeed(context, parameter(request, 'slug')),
    '/category/:category/': (request) => categoryFeed(context, parameter(request, 'category')),
    '/tag/:tag/': (request) => tagFeed(context, parameter(request, 'tag')),
    '/author/:slug/series/:series/': (request) =>
      seriesFeed(context, parameter(request, 'slug'), parameter(request, 'series')),
  };
  for (const [folder, find] of Object.entries(sources)) {
    for (const format of FORMATS) {
      const schema = feedRoute(context, folder, format);
      publicRead(scope, folder + format.file, schema, async (request) => {
        const { before } = { before: undefined, ...Object(request.query) };
        const cursor = feedCursorFrom(before);
        const source = await find(request);
        const { pathname } = new URL(source[format.key]);
        // The path contains a former slug of the author or the series.
        if (pathOf(request.url) !== decodeURIComponent(pathname)) return { movedTo: pathname };
        return written(context, await source.read(cursor), format);
      });
    }
  }
  markdownAlternates(scope, context);
}

function written({ config }: Context, feed: Feed, { key, type, write }: Format): Representation {
  const settings = feedSettings(config, feed);
  const hub = settings.hub ? `<${settings.hub}>; rel="hub", ` : '';
  return {
    type: `${type}; charset=utf-8`,
    ...write(feed, settings),
    modifiedAt: feed.changedAt,
    aiUses: feed.aiUses,
    headers: { link: `${hub}<${feed[key]}>; rel="self"` },
    maxAge: config.publicMaxAge,
  };
}
