// Schemas of lists: filters and cursors.

import { Type } from 'typebox';
import { AUTHOR_LIMITS } from './accounts/author-limits.ts';
import { PIECE_LIMITS } from './piece-limits.ts';
import { NullableString, OneOf } from './shapes.ts';
import { CursorText, Slug, Text } from './text.ts';
import { CATEGORIES, FILTER_CATEGORIES, MATCHES } from './vocabulary.ts';

/** Results per page of each list. */
export const PAGE_SIZES = {
  authors: { min: 1, max: 50, default: 10 },
  recentPieces: { min: 1, max: 100, default: 20 },
  searchPieces: { min: 1, max: 100, default: 20 },
  ownPieces: { min: 1, max: 50, default: 20 },
  trendingPieces: { min: 1, max: 50, default: 10 },
  products: { min: 1, max: 50, default: 10 },
} as const;

const CURSOR_LENGTH = 1_200;

export const Cursor = Type.Optional(
  CursorText(CURSOR_LENGTH, {
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

export const PIECE_FILTERS = {
  category: CategoryFilter,
  tag: Type.Optional(
    Text(PIECE_LIMITS.tag, {
      description: 'Only pieces with this tag, spelled in exactly the same way.',
    }),
  ),
  locale: Type.Optional(
    Type.String({
      maxLength: PIECE_LIMITS.locale,
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
  Slug(AUTHOR_LIMITS.slug, { description: 'Only pieces by the author with this slug.' }),
);

export const MatchOption = Type.Optional(
  OneOf(MATCHES, {
    default: 'text',
    description:
      'text finds the query exactly as written; words finds pieces that contain all of its words, in any order, ' +
      'anywhere in the headline, standfirst and body.',
  }),
);
