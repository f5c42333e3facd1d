// Tables of publications: what the public sees, and what search looks at.

export interface PublicationRow {
  piece_id: string;
  position: number;
  author_id: string;
  version: number;
  slug: string;
  headline: string;
  sub: string | null;
  category: string;
  tags: string;
  style: string;
  locale: string;
  external_url: string | null;
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
