// Tables of publications: the public view, and search texts.

import type { PublishedValues } from '../../schemas/content-fields.ts';
import type { Flag } from './flag.ts';

export interface PublicationRow extends PublishedValues {
  piece_id: string;
  position: number;
  author_id: string;
  version: number;
  slug: string;
  published_at: string;
  modified_at: string;
  summary: string;
  /** The writer's declaration, as JSON, or null. */
  provenance: string | null;
}

/** Long texts as JSON strings, and values that each page view needs. */
export interface PublicationBodyRow {
  piece_id: string;
  html_json: string;
  text_json: string;
  /** Changes whenever a text does. */
  etag: string;
  /** Reading time; 0 if not computed yet. */
  minutes: number;
  /** 1 if the HTML is the same on every origin. */
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
  /** 1 if search may use the text that is there, because only the rules of folding have changed. */
  is_searchable: Flag;
}
