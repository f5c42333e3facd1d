// The feeds of the site, an author and a category, and the Markdown alternates of pieces.

import type { FastifyInstance } from 'fastify';
import type { Representation } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { answerAsJson } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { type Moved, publicRead, type ReadRequest } from '../../http/public-reads.ts';
import { parameter } from '../../http/resource.ts';
import {
  authorFeed,
  categoryFeed,
  type Feed,
  type FeedCursor,
  siteFeed,
} from '../../operations/feeds/feeds.ts';
import type { Context } from '../../operations/operation.ts';
import { feedCursorFrom } from './cursor.ts';
import { feedSettings } from './feed-settings.ts';
import { jsonFeed } from './json-feed.ts';
import { markdownAlternates } from './markdown-alternate.ts';
import { type Format, feedRoute } from './openapi.ts';
import { rss } from './rss.ts';
import { notifyHub } from './websub.ts';

const FORMATS: readonly (Format & { file: string })[] = [
  { file: 'feed.json', key: 'json', type: 'application/feed+json', write: jsonFeed },
  { file: 'feed.xml', key: 'rss', type: 'application/rss+xml', write: rss },
];

type Read = (request: ReadRequest, before: FeedCursor | null) => Promise<Feed>;

export async function feeds(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  answerAsJson(scope, context.store);
  limitReads(scope);
  const sources: { [folder: string]: Read } = {
    '/': (_request, before) => siteFeed(context, before),
    '/author/:slug/': (request, before) => authorFeed(context, parameter(request, 'slug'), before),
    '/category/:category/': (request, before) =>
      categoryFeed(context, parameter(request, 'category'), before),
  };
  for (const [folder, read] of Object.entries(sources)) {
    for (const format of FORMATS) {
      const schema = feedRoute(context.config, folder, format);
      publicRead(scope, folder + format.file, schema, async (request) => {
        const { before } = { before: undefined, ...Object(request.query) };
        const feed = await read(request, feedCursorFrom(before));
        return written(context, request, feed, format);
      });
    }
  }
  markdownAlternates(scope, context);
  notifyHub(scope, context);
}

function written(
  { config }: Context,
  { url }: ReadRequest,
  feed: Feed,
  { key, type, write }: Format,
): Representation | Moved {
  const { pathname } = new URL(feed[key]);
  const [asked = ''] = url.split('?');
  // A former slug of the author.
  if (decodeURIComponent(asked) !== pathname) return { movedTo: pathname };
  const settings = feedSettings(config);
  const hub = settings.hub ? `<${settings.hub}>; rel="hub", ` : '';
  return {
    type: `${type}; charset=utf-8`,
    body: write(feed, settings),
    headers: { link: `${hub}<${feed[key]}>; rel="self"` },
    maxAge: config.publicMaxAge,
  };
}
