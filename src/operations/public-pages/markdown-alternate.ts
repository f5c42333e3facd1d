// The Markdown alternate of a published piece, with front matter.

import { Problem } from '../../errors.ts';
import { textIn } from '../../rendering/stored-content.ts';
import { type AiUses, withWriters } from '../../schemas/ai-uses.ts';
import { provenanceField } from '../../schemas/provenance/declarations.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import { EXAMPLE_PIECE, EXAMPLE_PLACE } from '../examples.ts';
import { withFrontMatter } from '../file-import/front-matter.ts';
import type { Context } from '../operation.ts';
import { imageField } from '../pieces/covers.ts';
import { type FoundPlace, placeOf, seriesField } from '../series/series-records.ts';
import { type Urls, uriOrNull, urlsOf } from '../urls.ts';
import { authorRow, pieceRow } from './page-lookup.ts';

interface MarkdownAlternate {
  /** The piece's current URL, even if a former slug was requested. */
  page: string;
  markdown: string;
  modifiedAt: string;
  aiUses: AiUses;
}

export async function markdownOf(
  context: Context,
  authorSlug: string,
  pieceSlug: string,
): Promise<MarkdownAlternate> {
  const author = await authorRow(context, authorSlug);
  const row = await pieceRow(context, author.id, pieceSlug);
  const version = await context.store.pieces.version(row.piece_id, row.version);
  if (!version) throw new Problem('not_found');
  const { baseUrl, aiUses } = context.config;
  const place = await placeOf(context.store, row);
  const written = markdownAlternateOf(row, version.body_md, urlsOf(baseUrl), place);
  return { ...written, aiUses: withWriters(aiUses, author.ai_uses) };
}

export const exampleMarkdownAlternate = (urls: Urls) =>
  markdownAlternateOf(EXAMPLE_PIECE, textIn(EXAMPLE_PIECE), urls, EXAMPLE_PLACE);

function markdownAlternateOf(
  row: PublicPiece,
  bodyMd: string,
  urls: Urls,
  place: FoundPlace | null,
): Omit<MarkdownAlternate, 'aiUses'> {
  const page = urls.piecePage(row.author_slug, row.slug);
  const fields = {
    title: row.headline,
    summary: row.summary,
    author: row.author_name,
    author_url: urls.author(row.author_slug).profile,
    date: row.published_at,
    modified: row.modified_at,
    url: page,
    id: urls.pieceId(row.piece_id),
    category: row.category,
    tags: JSON.parse(row.tags),
    style: row.style,
    locale: row.locale,
    external_url: uriOrNull(row.external_url),
    ...imageField(row, urls),
    ...provenanceField(row),
    ...seriesField(place, urls),
  };
  return { page, markdown: withFrontMatter(fields, bodyMd), modifiedAt: row.modified_at };
}
