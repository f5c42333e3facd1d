// The content fields of a piece. A new one also needs a migration; the compiler or a test names all other places. The
// editor's script loads this file, so it imports no schema library.

import { namesOf } from './field-lists.ts';

interface ContentFieldFacts {
  label: string;
  /** The stored value of an empty field; null if the column is nullable. */
  empty: string | null;
  /** True if versions are compared as running text, false if as a single value. */
  isProse: boolean;
  /** True if the field becomes public unchanged; the body becomes public as HTML and text. */
  isPublished: boolean;
}

/**
 * Each field has a column with its name. Tags are stored as a JSON list, the cover as a JSON object. The order must not
 * change, because the hashes of stored versions depend on it.
 */
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

export type ContentValues = {
  [field in ContentField]: Fields[field]['empty'] extends null ? string | null : string;
};

type PublishedField = {
  [field in ContentField]: Fields[field]['isPublished'] extends true ? field : never;
}[ContentField];

export type PublishedValues = Pick<ContentValues, PublishedField>;

export const CONTENT_FIELD_NAMES = namesOf(CONTENT_FIELDS);

export const PROSE_FIELDS = CONTENT_FIELD_NAMES.filter((name) => CONTENT_FIELDS[name].isProse);

export const FACT_FIELDS = CONTENT_FIELD_NAMES.filter((name) => !CONTENT_FIELDS[name].isProse);
