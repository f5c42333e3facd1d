// The fields of a piece: what a writer writes, and every version keeps. To add one, add it here and
// write the migration for its column: the compiler leads to each place that has to know the field,
// and a test to those that the compiler cannot see. The editor's script loads this file,
// so no schema is in it.

import { namesOf } from './field-lists.ts';

interface ContentFieldFacts {
  /** As the desk names it. */
  label: string;
  /** What is stored where nothing was written; null where the column may be null. */
  empty: string | null;
  /** Whether it is compared and shown as running text, or as a fact about the piece. */
  isProse: boolean;
  /** Whether it becomes public as it is. The body does as HTML and text. */
  isPublished: boolean;
}

/** Each is in a column of the same name; tags are stored as a JSON list, the cover as a JSON object. */
export const CONTENT_FIELDS = {
  headline: { label: 'Headline', empty: '', isProse: true, isPublished: true },
  sub: { label: 'Standfirst', empty: null, isProse: true, isPublished: true },
  body_md: { label: 'Text', empty: '', isProse: true, isPublished: false },
  category: { label: 'Category', empty: 'building', isProse: false, isPublished: true },
  tags: { label: 'Tags', empty: '[]', isProse: false, isPublished: true },
  frame: { label: 'Frame', empty: 'lesson', isProse: false, isPublished: false },
  style: { label: 'Style', empty: 'essay', isProse: false, isPublished: true },
  locale: { label: 'Language', empty: 'en', isProse: false, isPublished: true },
  external_url: { label: 'Original URL', empty: null, isProse: false, isPublished: true },
  image: { label: 'Cover', empty: null, isProse: false, isPublished: true },
} as const satisfies { readonly [name: string]: ContentFieldFacts };

type Fields = typeof CONTENT_FIELDS;
export type ContentField = keyof Fields;

/** What is stored of each. */
export type ContentValues = {
  [field in ContentField]: Fields[field]['empty'] extends null ? string | null : string;
};

type PublishedField = {
  [field in ContentField]: Fields[field]['isPublished'] extends true ? field : never;
}[ContentField];

/** What becomes public as it is. */
export type PublishedValues = Pick<ContentValues, PublishedField>;

/** In the order in which records, archives and pages have them. */
export const CONTENT_FIELD_NAMES = namesOf(CONTENT_FIELDS);

export const PROSE_FIELDS = CONTENT_FIELD_NAMES.filter((name) => CONTENT_FIELDS[name].isProse);

export const FACT_FIELDS = CONTENT_FIELD_NAMES.filter((name) => !CONTENT_FIELDS[name].isProse);
