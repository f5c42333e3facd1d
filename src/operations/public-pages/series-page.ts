// The page /author/{slug}/series/{series}: published parts of a series, in its writer's order.

import { Problem } from '../../errors.ts';
import { type AiUses, withWriters } from '../../schemas/ai-uses.ts';
import type { Author } from '../../schemas/authors.ts';
import { isPieceSlug } from '../../schemas/text.ts';
import type { PublicSeries } from '../../store/series/public-series.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { authorRecord } from '../authors/author-records.ts';
import type { Context } from '../operation.ts';
import { seriesUrls } from '../series/series-records.ts';
import { urlsOf } from '../urls.ts';
import { authorRow } from './page-lookup.ts';
import { type ListEntry, listEntry } from './piece-lists.ts';

export interface SeriesPage {
  title: string;
  description: string | null;
  /** The current URLs, even if former slugs were requested. */
  urls: { page: string; json: string; rss: string };
  author: Author;
  aiUses: AiUses;
  parts: ListEntry[];
}

/** Accepts current and former slugs. Throws a 404 for a series without a published part. */
export async function publicSeries(
  context: Context,
  authorSlug: string,
  slug: string,
): Promise<{ author: AuthorRow; series: PublicSeries }> {
  const author = await authorRow(context, authorSlug);
  const series = isPieceSlug(slug)
    ? await context.store.publicSeries.bySlug(author.id, slug)
    : null;
  if (!series) throw new Problem('not_found');
  return { author, series };
}

export async function seriesPage(
  context: Context,
  authorSlug: string,
  slug: string,
): Promise<SeriesPage> {
  const { author, series } = await publicSeries(context, authorSlug, slug);
  const urls = urlsOf(context.config.baseUrl);
  return {
    title: series.row.title,
    description: series.row.description || null,
    urls: seriesUrls(series, urls),
    author: authorRecord(author, urls),
    aiUses: withWriters(context.config.aiUses, author.ai_uses),
    parts: series.parts.map((part) => listEntry(part, urls)),
  };
}
