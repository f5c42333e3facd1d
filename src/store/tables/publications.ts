// Tables of publications: what the public sees, and what search looks at.

import type { PublishedValues } from '../../schemas/content-fields.ts';
import type { Flag } from '../flag.ts';

export interface PublicationRow extends PublishedValues {
  piece_id: string;
  position: number;
  author_id: string;
  version: number;
  slug: string;
  published_at: string;
  modified_at: string;
  summary: string;
  /** What its writer declared of it, as JSON; null where nothing was declared. */
  provenance: string | null;
}

/** The long texts as JSON strings, and what is asked of them at each reading. */
export interface PublicationBodyRow {
  piece_id: string;
  html_json: string;
  text_json: string;
  /** Changes whenever one of them does. */
  etag: string;
  /** To read it; 0 where that was not worked out yet. */
  minutes: number;
  /** 1 where the HTML is the same anywhere. */
  is_portable: Flag;
}

export interface PublicationTagRow {
  piece_id: string;
  tag: string;
  position: number;
}

export interface PublicationImageRow {
  piece_id: string;
  hash: string;
}

/** The case-folded text of a publication, for search alone. */
export interface PieceTextRow {
  position: number;
  headline: string;
  sub: string;
  body: string;
}

/** A position whose searchable text is out of date. */
export interface SearchBacklogRow {
  position: number;
  /** 1 where search may look at the text that is there: only the rules of folding have changed. */
  is_searchable: Flag;
}
