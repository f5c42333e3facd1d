// List schemas: filters, and cursors that lead to the end.

import { Type } from 'typebox';
import { LIMITS } from './limits.ts';
import { NullableString, OneOf } from './shapes.ts';
import { CursorText, Slug, Text } from './text.ts';
import { CATEGORIES, FILTER_CATEGORIES, MATCHES } from './vocabulary.ts';

export const Cursor = Type.Optional(
  CursorText(LIMITS.cursor, {
    description:
      'For the next page: next_cursor from the previous page. Leave everything else except limit unchanged.',
  }),
);

export const NextCursor = NullableString({
  description: 'Pass it as cursor to get the next page; null on the last page.',
});

const otherFeeds = CATEGORIES.filter((each) => !FILTER_CATEGORIES.some((known) => known === each))
  .map((each) => `/category/${each}/feed.json`)
  .join(', ');

const CategoryFilter = Type.Optional(
  OneOf(FILTER_CATEGORIES, {
    description: `Only pieces in this category. The other three categories have feeds: ${otherFeeds}.`,
  }),
);

/** Filters of piece lists; several of them narrow the list further. */
export const PIECE_FILTERS = {
  category: CategoryFilter,
  tag: Type.Optional(
    Text(LIMITS.tag, {
      description: 'Only pieces with this tag, spelled in exactly the same way.',
    }),
  ),
  locale: Type.Optional(
    Type.String({
      maxLength: LIMITS.locale,
      format: 'bcp47',
      description: 'Only pieces in this language: en finds en and en-GB, en-GB only the latter.',
    }),
  ),
  since: Type.Optional(
    Type.String({
      format: 'moment',
      description: 'Only pieces first published at this time or later: a time, or a day in UTC.',
    }),
  ),
  until: Type.Optional(
    Type.String({
      format: 'moment',
      description:
        'Only pieces first published at this time or earlier: a time, or a day in UTC, all of which counts.',
    }),
  ),
};

export const AuthorFilter = Type.Optional(
  Slug(LIMITS.authorSlug, { description: 'Only pieces by the author with this slug.' }),
);

export const MatchOption = Type.Optional(
  OneOf(MATCHES, {
    default: 'text',
    description:
      'text finds the query exactly as written; words finds pieces that contain all of its words, in any order, ' +
      'anywhere in the headline, standfirst and body.',
  }),
);
