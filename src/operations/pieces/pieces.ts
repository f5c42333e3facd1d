// Reading published pieces: one, and the newest. Search is in search-pieces.ts.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { Piece, PieceListItem } from '../../schemas/pieces.ts';
import { Limit, NullableString, OneOf } from '../../schemas/shapes.ts';
import { FILTER_CATEGORIES } from '../../schemas/vocabulary.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import { EXAMPLE_PIECE } from '../examples.ts';
import { type Context, type JsonText, operation } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { uuidIn } from '../uuids.ts';
import { pieceJson, pieceListItem, pieceRecord } from './piece-records.ts';

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
  async run(context, { id }) {
    return { piece: pieceRecord(await publicPiece(context, id), urlsOf(context.config.baseUrl)) };
  },
  async json(context, { id }) {
    return answerOf(context, await publicPiece(context, id));
  },
  jsonNow(context, { id }) {
    const uuid = uuidOf(context, id);
    const row = uuid && context.store.publications.byPieceIdNow(uuid);
    return row ? answerOf(context, row) : null;
  },
});

const uuidOf = ({ config }: Context, id: string) => uuidIn(id, urlsOf(config.baseUrl).pieceId(''));

async function publicPiece(context: Context, id: string): Promise<PublicPiece> {
  const uuid = uuidOf(context, id);
  const row = uuid && (await context.store.publications.byPieceId(uuid));
  if (!row) throw new Problem('piece_not_found');
  return row;
}

function answerOf({ config }: Context, row: PublicPiece): JsonText {
  const { json, identity } = pieceJson(row, urlsOf(config.baseUrl));
  return { json: `{"ok":true,"piece":${json}}`, identity };
}

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
