// Lists the newest published pieces, of all authors or one, with filters and pagination.

import { Type } from 'typebox';
import {
  AuthorFilter,
  Cursor,
  NextCursor,
  PAGE_SIZES,
  PIECE_FILTERS,
} from '../../schemas/lists.ts';
import { PieceListItem } from '../../schemas/pieces.ts';
import { Limit, NullableString } from '../../schemas/shapes.ts';
import { placeCursors } from '../cursors.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_PIECE } from '../examples.ts';
import { type Context, operation } from '../operation.ts';
import { type Urls, urlsOf } from '../urls.ts';
import { filterFrom } from './list-filters.ts';
import { pieceListItem } from './piece-records.ts';

const paging = { limit: Limit(PAGE_SIZES.recentPieces), cursor: Cursor };

const output = {
  category: NullableString(),
  count: Type.Integer(),
  items: Type.Array(PieceListItem),
  next_cursor: NextCursor,
};

const example = (category: string | null) => (urls: Urls) => ({
  category,
  count: 1,
  items: [pieceListItem(EXAMPLE_PIECE, urls)],
  next_cursor: null,
});

type Cursors = ReturnType<typeof placeCursors>;
type Input = Parameters<typeof filterFrom>[1] & Parameters<Cursors['placeIn']>[0];

/** The cursor is bound to the input as sent, which may name `author` by another slug. */
async function pageOf({ store, config }: Context, cursors: Cursors, input: Input, author?: string) {
  const { category = null, limit = PAGE_SIZES.recentPieces.default } = input;
  const filter = await filterFrom(store, author === undefined ? input : { ...input, author });
  // One piece more than the limit reveals whether another page follows.
  const found = await store.publications.recent(limit + 1, filter, cursors.placeIn(input));
  const { rows, next_cursor } = cursors.page(input, found, limit);
  const urls = urlsOf(config.baseUrl);
  const items = rows.map((row) => pieceListItem(row, urls));
  return { category, count: items.length, items, next_cursor };
}

const recentCursors = placeCursors('recent');

export const recentPieces = operation({
  name: 'recentPieces',
  summary: 'List recent pieces',
  description: 'Lists the newest published pieces of all authors, newest first.',
  input: { ...PIECE_FILTERS, author: AuthorFilter, ...paging },
  output,
  sample: { category: 'building', limit: 1 },
  example: example('building'),
  refuse: (input) => recentCursors.placeIn(input),
  run: (context, input) => pageOf(context, recentCursors, input),
});

const authorCursors = placeCursors('author-pieces');

export const authorPieces = operation({
  name: 'authorPieces',
  summary: 'List the pieces of an author',
  description:
    "Lists the published pieces of one author, newest first. The author's earlier slugs work too.",
  input: {
    slug: Type.String({ description: "The author's slug." }),
    ...PIECE_FILTERS,
    ...paging,
  },
  output,
  sample: { slug: EXAMPLE_AUTHOR.slug, limit: 1 },
  example: example(null),
  refuse: (input) => authorCursors.placeIn(input),
  run: (context, input) => pageOf(context, authorCursors, input, input.slug),
});
