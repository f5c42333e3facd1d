// Shows a writer the URL and content of a published piece as readers see them.

import type { WriterActor } from '../actor.ts';
import { socialImageUrl } from '../images/social-images.ts';
import type { Context } from '../operation.ts';
import { type DeskPiece, deskPiece } from '../pieces/own-pieces.ts';
import { urlsOf } from '../urls.ts';

export interface PublicFacts {
  headline: string;
  sub: string | null;
  summary: string;
  category: string;
  locale: string;
  author: string;
  publishedAt: string;
  url: string;
  image: string;
}

export async function publishedPiece(
  context: Context,
  actor: WriterActor,
  pieceId: string,
): Promise<{ found: DeskPiece; facts: PublicFacts | null }> {
  const found = await deskPiece(context, actor, pieceId);
  const row = await context.store.publications.byPieceId(found.piece.id);
  if (!row) return { found, facts: null };
  const { headline, sub, summary, category, locale } = row;
  const facts = {
    ...{ headline, sub, summary, category, locale },
    author: row.author_name,
    publishedAt: row.published_at,
    url: urlsOf(context.config.baseUrl).piecePage(row.author_slug, row.slug),
    image: socialImageUrl(context, row),
  };
  return { found, facts };
}
