// From a publication's row to the records that the public sees.

import { snippet } from '../../rendering/text/snippet.ts';
import type { Piece, PieceHit, PieceListItem } from '../../schemas/pieces.ts';
import type { ListedPiece } from '../../store/publications/list-columns.ts';
import type { FoundPiece } from '../../store/publications/piece-search.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import { absoluteHtml, type Urls } from '../urls.ts';

/** A piece without its text. */
export type PieceFacts = Omit<Piece, 'content_html' | 'content_text'>;

export function pieceRecord(row: PublicPiece, urls: Urls): Piece {
  const { id, url, title, summary, ...rest } = pieceFacts(row, urls);
  const content_html = absoluteHtml(row.html, url);
  return { id, url, title, summary, content_html, content_text: row.text, ...rest };
}

export function pieceFacts(row: PublicPiece, urls: Urls): PieceFacts {
  return {
    id: urls.pieceId(row.piece_id),
    url: urls.piecePage(row.author_slug, row.slug),
    title: row.headline,
    summary: row.summary,
    date_published: row.published_at,
    date_modified: row.modified_at,
    tags: JSON.parse(row.tags),
    category: row.category,
    kind: row.style,
    ...(row.external_url === null ? {} : { external_url: row.external_url }),
    authors: [
      {
        name: row.author_name,
        slug: row.author_slug,
        url: urls.author(row.author_slug).profile,
        avatar: urls.image(row.author_avatar),
        identity_verified: row.author_verified === 1,
      },
    ],
  };
}

export function pieceListItem(row: ListedPiece, urls: Urls): PieceListItem {
  return {
    id: urls.pieceId(row.piece_id),
    url: urls.piecePage(row.author_slug, row.slug),
    title: row.headline,
    summary: row.summary,
    date_published: row.published_at,
    category: row.category,
    tags: JSON.parse(row.tags),
    authors: [
      {
        name: row.author_name,
        slug: row.author_slug,
        url: urls.author(row.author_slug).profile,
        identity_verified: row.author_verified === 1,
      },
    ],
  };
}

export function pieceHit(row: FoundPiece, query: string, urls: Urls): PieceHit {
  return {
    ...pieceListItem(row, urls),
    snippet: row.text === null ? null : snippet(row.text, query),
    match_site: row.site,
  };
}
