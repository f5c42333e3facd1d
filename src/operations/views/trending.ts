// Trending pieces: those with the most recent views.

import { Type } from 'typebox';
import { PAGE_SIZES } from '../../schemas/lists.ts';
import { TrendingPiece } from '../../schemas/pieces.ts';
import { Limit, NullableString, OneOf } from '../../schemas/shapes.ts';
import { hourOf } from '../../schemas/trending.ts';
import {
  FILTER_CATEGORIES,
  TRENDING_WINDOWS,
  type TrendingWindow,
} from '../../schemas/vocabulary.ts';
import { EXAMPLE_PIECE } from '../examples.ts';
import { operation } from '../operation.ts';
import { pieceListItem } from '../pieces/piece-records.ts';
import { urlsOf } from '../urls.ts';

const DEFAULT_WINDOW: TrendingWindow = 'week';

export const trendingPieces = operation({
  name: 'trendingPieces',
  summary: 'List trending pieces',
  description:
    'Lists the published pieces with the most readers lately, most read first. A reader counts half as much after ' +
    'each quarter of the window. Readers are counted once a day for each piece; programs and readers without ' +
    'JavaScript are not counted.',
  input: {
    category: Type.Optional(
      OneOf(FILTER_CATEGORIES, { description: 'Only pieces in this category.' }),
    ),
    window: Type.Optional(
      OneOf(TRENDING_WINDOWS, {
        default: DEFAULT_WINDOW,
        description: 'How far back to look; a month has 30 days.',
      }),
    ),
    limit: Limit(PAGE_SIZES.trendingPieces),
  },
  output: {
    window: OneOf(TRENDING_WINDOWS),
    category: NullableString(),
    count: Type.Integer(),
    items: Type.Array(TrendingPiece),
  },
  sample: { category: 'building', limit: 1 },
  example: (urls) => ({
    window: DEFAULT_WINDOW,
    category: 'building',
    count: 1,
    items: [{ ...pieceListItem(EXAMPLE_PIECE, urls), views: 312, rank: 1 }],
  }),
  async run({ store, config, now }, { category = null, window = DEFAULT_WINDOW, limit }) {
    const urls = urlsOf(config.baseUrl);
    const ranked = await store.viewScores.ranked({
      window,
      category,
      hour: hourOf(now()),
      limit: limit ?? PAGE_SIZES.trendingPieces.default,
    });
    const rows = await store.publications.listed(ranked.map(({ piece_id }) => piece_id));
    const byId = new Map(rows.map((row) => [row.piece_id, row]));
    // A piece may have been unpublished between the two queries.
    const items = ranked
      .flatMap(({ piece_id, views }) => {
        const row = byId.get(piece_id);
        return row ? [{ ...pieceListItem(row, urls), views }] : [];
      })
      .map((item, at) => ({ ...item, rank: at + 1 }));
    return { window, category, count: items.length, items };
  },
});
