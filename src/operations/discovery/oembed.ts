// oEmbed responses for other sites: a piece or an author, found by the URL of its page.

import { Problem } from '../../errors.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import { socialImageUrl } from '../images/social-images.ts';
import type { Context } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { authorRow, pieceRow } from '../public-pages/page-lookup.ts';
import { urlsOf } from '../urls.ts';

export interface Embeddable {
  title: string;
  url: string;
  text: string | null;
  author: { name: string; slug: string; url: string };
  image: { url: string; width: number; height: number } | null;
}

const PAGE = /^\/author\/([^/]+)(?:\/([^/]+))?\/?$/;
const PERMANENT = /^\/pieces\/([^/]+)$/;

export async function embeddableAt(context: Context, pageUrl: string): Promise<Embeddable> {
  const url = URL.parse(pageUrl);
  const path = url && url.origin === context.config.baseUrl ? decoded(url.pathname) : '';
  const [, id] = PERMANENT.exec(path) ?? [];
  if (id !== undefined) {
    const row = await context.store.publications.byPieceId(pieceIdFrom(id));
    if (!row) throw new Problem('not_found');
    return piece(context, row);
  }
  const [, slug, pieceSlug] = PAGE.exec(path) ?? [];
  if (slug === undefined) throw new Problem('not_found');
  const author = await authorRow(context, slug);
  if (pieceSlug !== undefined) return piece(context, await pieceRow(context, author.id, pieceSlug));
  const { profile } = urlsOf(context.config.baseUrl).author(author.slug);
  return {
    title: author.name,
    url: profile,
    text: author.bio,
    author: { name: author.name, slug: author.slug, url: profile },
    image: null,
  };
}

function piece(context: Context, row: PublicPiece): Embeddable {
  const urls = urlsOf(context.config.baseUrl);
  return {
    title: row.headline,
    url: urls.piecePage(row.author_slug, row.slug),
    text: row.summary,
    author: {
      ...{ name: row.author_name, slug: row.author_slug },
      url: urls.author(row.author_slug).profile,
    },
    image: { url: socialImageUrl(context, row), width: 1200, height: 630 },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
