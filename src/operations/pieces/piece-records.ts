// From a publication's row to the records that the public sees.

import { snippet } from '../../rendering/text/snippet.ts';
import type { Piece, PieceHit, PieceListItem } from '../../schemas/pieces.ts';
import type { ListedPiece } from '../../store/publications/listed-pieces.ts';
import type { FoundPiece } from '../../store/publications/piece-search.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import { type Addresses, absoluteHtml } from '../urls.ts';

export function pieceRecord(row: PublicPiece, addresses: Addresses): Piece {
  const url = addresses.piecePage(row.author_slug, row.slug);
  return {
    id: addresses.pieceId(row.piece_id),
    url,
    title: row.headline,
    summary: row.summary,
    content_html: absoluteHtml(row.html, url),
    content_text: row.text,
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
        url: addresses.author(row.author_slug).profile,
        avatar: addresses.picture(row.author_avatar),
        identity_verified: row.author_verified === 1,
      },
    ],
  };
}

export function pieceListItem(row: ListedPiece, addresses: Addresses): PieceListItem {
  return {
    id: addresses.pieceId(row.piece_id),
    url: addresses.piecePage(row.author_slug, row.slug),
    title: row.headline,
    summary: row.summary,
    date_published: row.published_at,
    category: row.category,
    tags: JSON.parse(row.tags),
    authors: [
      {
        name: row.author_name,
        slug: row.author_slug,
        url: addresses.author(row.author_slug).profile,
        identity_verified: row.author_verified === 1,
      },
    ],
  };
}

export function pieceHit(row: FoundPiece, query: string, addresses: Addresses): PieceHit {
  return {
    ...pieceListItem(row, addresses),
    snippet: row.text === null ? null : snippet(row.text, query),
    match_site: row.site,
  };
}
