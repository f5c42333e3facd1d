// The content found in a file, before validation.

import { HTML_LOSSES } from '../../rendering/html-import/html-survey.ts';
import { CONTENT_FIELD_NAMES } from '../../schemas/content-fields.ts';
import type { Value } from './front-matter.ts';

export const FOUND_FIELDS = CONTENT_FIELD_NAMES.filter((name) => name !== 'body_md');
export type FoundField = (typeof FOUND_FIELDS)[number];

export const LEFT_OUT = [...FOUND_FIELDS, 'front_matter', 'images', ...HTML_LOSSES] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export type FileKind = 'markdown' | 'html';

export interface Found {
  readonly body: string;
  readonly given: { readonly [field in FoundField]?: Value };
  readonly leftOut: readonly LeftOut[];
}
