// A published piece as Markdown, with what is known of it in front.

import { Problem } from '../errors.ts';
import { addressesOf } from './addresses.ts';
import type { Context } from './operation.ts';
import { authorRow, pieceRow } from './reading.ts';
import { withFrontMatter } from './writing/front-matter.ts';

interface MarkdownTwin {
  /** The page of the piece as it is today, whichever of its slugs was asked for. */
  page: string;
  markdown: string;
}

export async function markdownOf(
  context: Context,
  authorSlug: string,
  pieceSlug: string,
): Promise<MarkdownTwin> {
  const { store, config } = context;
  const author = await authorRow(context, authorSlug);
  const row = await pieceRow(context, author.id, pieceSlug);
  const version = await store.pieces.version(row.piece_id, row.version);
  if (!version) throw new Problem('not_found');
  const addresses = addressesOf(config.baseUrl);
  const page = addresses.piecePage(row.author_slug, row.slug);
  const fields = {
    title: row.headline,
    summary: row.summary,
    author: row.author_name,
    author_url: addresses.author(row.author_slug).profile,
    date: row.published_at,
    modified: row.modified_at,
    url: page,
    id: addresses.pieceId(row.piece_id),
    category: row.category,
    tags: JSON.parse(row.tags),
    style: row.style,
    locale: row.locale,
    external_url: row.external_url,
  };
  return { page, markdown: withFrontMatter(fields, version.body_md) };
}
