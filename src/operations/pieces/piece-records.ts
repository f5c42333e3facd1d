// Turns a publication's row into public records.

import { htmlIn, textIn } from '../../rendering/stored-content.ts';
import { matchIn, snippet } from '../../rendering/text/snippet.ts';
import { strictUri } from '../../rendering/text/strict-uri.ts';
import type { Piece, PieceHit, PieceListItem } from '../../schemas/pieces.ts';
import { provenanceField } from '../../schemas/provenance/declarations.ts';
import type { PublicPiece, PublishedFacts } from '../../store/publications/publications.ts';
import type { ListedPiece } from '../../store/search/list-columns.ts';
import type { FoundPiece } from '../../store/search/piece-search.ts';
import type { JsonText } from '../operation.ts';
import { type FoundPlace, seriesField } from '../series/series-records.ts';
import { absoluteHtml, type Urls } from '../urls.ts';
import { imageField } from './covers.ts';

export type PieceFacts = Omit<Piece, 'content_html' | 'content_text'>;

export function pieceRecord(row: PublicPiece, urls: Urls, place: FoundPlace | null = null): Piece {
  const { id, url, title, summary, ...rest } = pieceFacts(row, urls, place);
  const content_html = absoluteHtml(htmlIn(row), url);
  return { id, url, title, summary, content_html, content_text: textIn(row), ...rest };
}

/** Builds the same JSON as `pieceRecord`, from long texts that are already stored as JSON strings. */
export function pieceJson(row: PublicPiece, urls: Urls, place: FoundPlace | null = null): JsonText {
  const facts = JSON.stringify(pieceFacts(row, urls, place));
  const { html_json, text_json, is_portable, etag } = row;
  const url = () => urls.piecePage(row.author_slug, row.slug);
  const html = is_portable ? html_json : JSON.stringify(absoluteHtml(htmlIn(row), url()));
  const at = facts.indexOf(AFTER_CONTENT);
  const content = `,"content_html":${html},"content_text":${text_json}`;
  // A publication that was changed by hand has no ETag.
  const identity = facts + (etag || content);
  const bytes = [facts, html, text_json].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return {
    json: facts.slice(0, at) + content + facts.slice(at),
    bytes: bytes + AROUND_CONTENT,
    identity,
  };
}

const AROUND_CONTENT = ',"content_html":,"content_text":'.length;

/** The key that follows the long texts. JSON escapes quotes, so no text can contain this string. */
const AFTER_CONTENT = ',"date_published":"';

export const fieldsOf = (facts: object) => JSON.stringify(facts).slice(1, -1);

export function pieceFacts(
  row: PublishedFacts,
  urls: Urls,
  place: FoundPlace | null = null,
): PieceFacts {
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
    ...(row.external_url === null ? {} : { external_url: strictUri(row.external_url) }),
    ...imageField(row, urls),
    authors: [
      {
        name: row.author_name,
        slug: row.author_slug,
        url: urls.author(row.author_slug).profile,
        avatar: urls.image(row.author_avatar),
        identity_verified: row.author_verified === 1,
      },
    ],
    ...provenanceField(row),
    ...seriesField(place, urls),
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
    ...imageField(row, urls),
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

/** The snippet surrounds the first of the `wanted` terms that the body contains. */
export function pieceHit(row: FoundPiece, wanted: readonly string[], urls: Urls): PieceHit {
  return {
    ...pieceListItem(row, urls),
    snippet:
      row.text_json === null ? null : excerptOf(textIn({ text_json: row.text_json }), wanted),
    match_site: row.site,
  };
}

function excerptOf(text: string, [first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return snippet(text, first);
  return snippet(text, [first, ...others].find((each) => matchIn(text, each)) ?? first);
}
