// Reading published pieces: one, and the newest. Search is in search-pieces.ts.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { Piece, PieceListItem } from '../../schemas/pieces.ts';
import { Limit, NullableString, OneOf } from '../../schemas/shapes.ts';
import { FILTER_CATEGORIES } from '../../schemas/vocabulary.ts';
import { EXAMPLE_PIECE } from '../examples.ts';
import { operation } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { uuidIn } from '../uuids.ts';
import { pieceListItem, pieceRecord } from './piece-records.ts';

export const CategoryFilter = Type.Optional(
  OneOf(FILTER_CATEGORIES, { description: 'Only pieces of this category.' }),
);

export const getPiece = operation({
  name: 'getPiece',
  summary: 'Get a published piece',
  description: 'One published piece in full. Drafts and pieces under review are not found.',
  input: {
    id: Type.String({ description: "The piece's UUID, or its id as other answers give it." }),
  },
  output: { piece: Piece },
  sample: { id: EXAMPLE_PIECE.piece_id },
  example: (urls) => ({ piece: pieceRecord(EXAMPLE_PIECE, urls) }),
  async run({ store, config }, { id }) {
    const urls = urlsOf(config.baseUrl);
    const uuid = uuidIn(id, urls.pieceId(''));
    const row = uuid && (await store.publications.byPieceId(uuid));
    if (!row) throw new Problem('piece_not_found');
    return { piece: pieceRecord(row, urls) };
  },
});

export const recentPieces = operation({
  name: 'recentPieces',
  summary: 'List recent pieces',
  description: 'The newest published pieces of all authors, newest first.',
  input: { category: CategoryFilter, limit: Limit(LIMITS.recentPieces) },
  output: {
    category: NullableString(),
    count: Type.Integer(),
    items: Type.Array(PieceListItem),
  },
  sample: { category: 'building', limit: 1 },
  example: (urls) => ({
    category: 'building',
    count: 1,
    items: [pieceListItem(EXAMPLE_PIECE, urls)],
  }),
  async run({ store, config }, { category = null, limit = LIMITS.recentPieces.default }) {
    const urls = urlsOf(config.baseUrl);
    const rows = await store.publications.recent(limit, category);
    const items = rows.map((row) => pieceListItem(row, urls));
    return { category, count: items.length, items };
  },
});
