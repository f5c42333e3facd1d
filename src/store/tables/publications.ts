// Row types of publications: the public view, and search texts.

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
  provenance: string | null;
}

/** Long texts as JSON strings, and values that are needed each time a page is rendered. */
export interface PublicationBodyRow {
  piece_id: string;
  html_json: string;
  text_json: string;
  etag: string;
  /** Reading time; 0 if it is not computed yet. */
  minutes: number;
  /** 1 if the HTML is the same on every origin, because it has no URL of the service. */
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

export interface PieceTextRow {
  position: number;
  headline: string;
  sub: string;
  body: string;
}

export interface SearchBacklogRow {
  position: number;
  /** 1 if search may still use the old text, because only the rules of case folding have changed. */
  is_searchable: Flag;
}
