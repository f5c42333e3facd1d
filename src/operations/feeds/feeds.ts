// Feeds of the site, an author, a category, a tag or a series, newest first, with cursor pagination.

import { Problem } from '../../errors.ts';
import { htmlIn, type StoredContent, textIn } from '../../rendering/stored-content.ts';
import { type AiUses, withWriters } from '../../schemas/ai-uses.ts';
import { FEED_ITEMS } from '../../schemas/feeds.ts';
import { isClean } from '../../schemas/text.ts';
import { CATEGORY_NAMES, type Category } from '../../schemas/vocabulary.ts';
import type { FeedList } from '../../store/publications/piece-reads.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { SeriesRow } from '../../store/tables/series.ts';
import { type PiecePlace, placeOf } from '../cursors.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_PIECE, EXAMPLE_SERIES } from '../examples.ts';
import { type Context, notAhead } from '../operation.ts';
import { type PieceFacts, pieceFacts } from '../pieces/piece-records.ts';
import { authorRow } from '../public-pages/page-lookup.ts';
import { categoryFrom } from '../public-pages/piece-lists.ts';
import { publicSeries } from '../public-pages/series-page.ts';
import { absoluteHtml, markdownUrl, type Urls, urlsOf } from '../urls.ts';

interface FeedHead {
  title: string;
  description: string;
  home: string;
  json: string;
  rss: string;
  author: { name: string; url: string; avatar: string | null } | null;
  aiUses: AiUses;
  /** True if the WebSub hub is notified of changes. Feeds of tags are left out, because a piece has many tags. */
  isAnnounced: boolean;
}

export interface FeedItem {
  piece: PieceFacts;
  content: Pick<StoredContent, 'html_json' | 'text_json'>;
  etag: string;
  markdown: string;
  locale: string;
}

export interface Feed extends FeedHead {
  before: PiecePlace | null;
  older: PiecePlace | null;
  locale: string | null;
  /** When a piece of the page was last changed, never in the future. */
  changedAt: string | undefined;
  items: FeedItem[];
}

export interface FeedSource extends FeedHead {
  read(before: PiecePlace | null): Promise<Feed>;
}

export const siteFeed = (context: Context): FeedSource => sourceOf(context, siteHead(context), {});

function siteHead({ config, identity }: Context): FeedHead {
  const { baseUrl, aiUses } = config;
  const { name, said } = identity.current;
  return {
    title: name,
    description: said.description ?? `The newest writing on ${name}.`,
    home: `${baseUrl}/`,
    ...urlsOf(baseUrl).siteFeeds,
    author: null,
    aiUses,
    isAnnounced: true,
  };
}

export function categoryFeed(context: Context, given: string): FeedSource {
  const category = categoryFrom(given);
  return sourceOf(context, categoryHead(context, category), { category });
}

function categoryHead(context: Context, category: Category): FeedHead {
  const { name: siteName } = context.identity.current;
  const { page, json, rss } = urlsOf(context.config.baseUrl).category(category);
  return {
    ...siteHead(context),
    title: `${CATEGORY_NAMES[category]} · ${siteName}`,
    description: `Writing on ${siteName} about ${category}, newest first.`,
    ...{ home: page, json, rss },
  };
}

/** Throws a 404 for a tag without pieces. */
export function tagFeed(context: Context, tag: string): FeedSource {
  if (!isClean(tag)) throw new Problem('not_found');
  const source = sourceOf(context, tagHead(context, tag), { tag });
  return {
    ...source,
    async read(before) {
      const feed = await source.read(before);
      if (before === null && feed.items.length === 0) throw new Problem('not_found');
      return feed;
    },
  };
}

function tagHead(context: Context, tag: string): FeedHead {
  const { name: siteName } = context.identity.current;
  const { page, json, rss } = urlsOf(context.config.baseUrl).tag(tag);
  return {
    ...siteHead(context),
    title: `${tag} · ${siteName}`,
    description: `Writing on ${siteName} with the tag “${tag}”, newest first.`,
    ...{ home: page, json, rss },
    isAnnounced: false,
  };
}

/** Accepts a former slug; the feed's URLs have the current one. */
export async function authorFeed(context: Context, slug: string): Promise<FeedSource> {
  const author = await authorRow(context, slug);
  return sourceOf(context, authorHead(context, author), { authorId: author.id });
}

function authorHead({ config, identity }: Context, author: AuthorRow): FeedHead {
  const { baseUrl, aiUses } = config;
  const { name: siteName } = identity.current;
  const urls = urlsOf(baseUrl);
  const { profile, feed_json, feed_rss } = urls.author(author.slug);
  return {
    title: `${author.name} · ${siteName}`,
    description: author.bio?.trim() ? author.bio : `Writing by ${author.name} on ${siteName}.`,
    home: profile,
    json: feed_json,
    rss: feed_rss,
    author: { name: author.name, url: profile, avatar: urls.image(author.avatar_url) },
    aiUses: withWriters(aiUses, author.ai_uses),
    isAnnounced: true,
  };
}

export async function seriesFeed(
  context: Context,
  authorSlug: string,
  slug: string,
): Promise<FeedSource> {
  const { author, series } = await publicSeries(context, authorSlug, slug);
  const list = { authorId: author.id, seriesId: series.row.id };
  return sourceOf(context, seriesHead(context, author, series.row), list);
}

function seriesHead(
  context: Context,
  author: AuthorRow,
  { slug, title, description }: Pick<SeriesRow, 'slug' | 'title' | 'description'>,
): FeedHead {
  const { page, json, rss } = urlsOf(context.config.baseUrl).series(author.slug, slug);
  return {
    ...authorHead(context, author),
    title: `${title} · ${author.name}`,
    description: description || `The parts of “${title}” by ${author.name}, newest first.`,
    home: page,
    json,
    rss,
    isAnnounced: false,
  };
}

const sourceOf = (context: Context, head: FeedHead, list: FeedList): FeedSource => ({
  ...head,
  async read(before) {
    // One piece more than shown reveals whether another page follows.
    const found = await context.store.lists.pageWithBodies(list, before, FEED_ITEMS + 1);
    return feedFrom(context, head, found, before);
  },
});

export function exampleFeeds(context: Context) {
  const example = (head: FeedHead) => feedFrom(context, head, [EXAMPLE_PIECE], null);
  return {
    site: example(siteHead(context)),
    author: example(authorHead(context, EXAMPLE_AUTHOR)),
    category: example(categoryHead(context, 'building')),
    tag: example(tagHead(context, 'bridges')),
    series: example(seriesHead(context, EXAMPLE_AUTHOR, EXAMPLE_SERIES.row)),
  };
}

function feedFrom(
  { config, now }: Context,
  head: FeedHead,
  found: PublicPiece[],
  before: PiecePlace | null,
): Feed {
  const rows = found.slice(0, FEED_ITEMS);
  const last = rows.at(-1);
  const locales = new Set(rows.map(({ locale }) => locale));
  const urls = urlsOf(config.baseUrl);
  const items = rows.map((row) => feedItem(row, urls));
  return {
    ...head,
    before,
    older: found.length > FEED_ITEMS && last ? placeOf(last) : null,
    locale: locales.size === 1 ? (rows[0]?.locale ?? null) : null,
    changedAt: changedAt(items, now()),
    items,
  };
}

function feedItem(row: PublicPiece, urls: Urls): FeedItem {
  const piece = pieceFacts(row, urls);
  return {
    piece,
    content: feedContent(row, piece.url),
    etag: row.etag,
    markdown: markdownUrl(piece.url),
    locale: row.locale,
  };
}

/** Makes URLs absolute, because feed readers show the content elsewhere. */
export function feedContent(stored: StoredContent, page: string): FeedItem['content'] {
  if (stored.is_portable) return stored;
  return {
    html_json: JSON.stringify(absoluteHtml(htmlIn(stored), page, 'others').toWellFormed()),
    text_json: JSON.stringify(textIn(stored).toWellFormed()),
  };
}

function changedAt(items: readonly FeedItem[], now: Date): string | undefined {
  const newest = items
    .map(({ piece }) => piece.date_modified)
    .toSorted()
    .at(-1);
  return newest && notAhead(newest, now);
}
