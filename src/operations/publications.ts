// From a version of a piece to what the public will see of it: rendered once, here, when it is written.

import { fold } from '../rendering/fold.ts';
import { renderMarkdown } from '../rendering/markdown.ts';
import type { PieceRow, PieceTextRow, PieceVersionRow, PublicationRow } from '../store/tables.ts';

/** The facts of a piece that is, or is about to be, public. */
type Published = Pick<PieceRow, 'id' | 'author_id'> & {
  slug: string;
  position: number;
  published_at: string;
  modified_at: string;
};

export async function publicationOf(
  piece: Published,
  version: PieceVersionRow,
): Promise<{ row: PublicationRow; text: PieceTextRow }> {
  const { html, text, summary } = await renderMarkdown(version.body_md);
  const row: PublicationRow = {
    piece_id: piece.id,
    position: piece.position,
    author_id: piece.author_id,
    version: version.number,
    slug: piece.slug,
    headline: version.headline,
    sub: version.sub,
    category: version.category,
    tags: version.tags,
    style: version.style,
    locale: version.locale,
    external_url: version.external_url,
    published_at: piece.published_at,
    modified_at: piece.modified_at,
    summary: version.sub?.trim() ? version.sub : summary,
    text,
    html,
  };
  const folded: PieceTextRow = {
    position: piece.position,
    headline: fold(version.headline),
    sub: fold(version.sub ?? ''),
    body: fold(text),
  };
  return { row, text: folded };
}
