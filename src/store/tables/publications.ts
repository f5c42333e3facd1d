// Tables of publications: what the public sees, and what search looks at.

import type { PublishedValues } from '../../schemas/content-fields.ts';

export interface PublicationRow extends PublishedValues {
  piece_id: string;
  position: number;
  author_id: string;
  version: number;
  slug: string;
  published_at: string;
  modified_at: string;
  summary: string;
}

export interface PublicationBodyRow {
  piece_id: string;
  text: string;
  html: string;
}

export interface PublicationTagRow {
  piece_id: string;
  tag: string;
  position: number;
}

/** The case-folded text of a publication, for search alone. */
export interface PieceTextRow {
  position: number;
  headline: string;
  sub: string;
  body: string;
}
