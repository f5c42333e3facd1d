// Reads a published piece. Lists are in recent-pieces.ts, search is in search-pieces.ts.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { withWriters } from '../../schemas/ai-uses.ts';
import { Piece, PiecePart } from '../../schemas/pieces.ts';
import type { PartFormat } from '../../schemas/vocabulary.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import { EXAMPLE_PIECE, EXAMPLE_PLACE } from '../examples.ts';
import { type Context, type JsonText, notAhead, operation } from '../operation.ts';
import { type FoundPlace, placeOf } from '../series/series-records.ts';
import { urlsOf } from '../urls.ts';
import { uuidIn } from '../uuids.ts';
import { formatOf, PartInput, pieceInPart, type ReadPiece } from './piece-parts.ts';
import { pieceJson, pieceRecord } from './piece-records.ts';

export const getPiece = operation({
  name: 'getPiece',
  summary: 'Get a published piece',
  description:
    'Returns one published piece in full, in one format or in part. Drafts and pieces in review are not found.',
  input: {
    id: Type.String({ description: "The piece's UUID, or its id from another response." }),
    ...PartInput,
  },
  output: { part: Type.Optional(PiecePart), piece: Piece },
  sample: { id: EXAMPLE_PIECE.piece_id },
  example: (urls) => ({ piece: pieceRecord(EXAMPLE_PIECE, urls, EXAMPLE_PLACE) }),
  async run(context, input) {
    const urls = urlsOf(context.config.baseUrl);
    const format = formatOf(input);
    const row = await publicPiece(context, input.id, format);
    const place = await placeOf(context.store, row);
    if (!format) return { piece: pieceRecord(row, urls, place) };
    return pieceInPart(row, urls, place, { ...input, format });
  },
  async json(context, input) {
    const format = formatOf(input);
    const row = await publicPiece(context, input.id, format);
    const place = await placeOf(context.store, row);
    if (!format) return answerOf(context, row, place);
    const urls = urlsOf(context.config.baseUrl);
    const json = JSON.stringify({
      ok: true,
      ...pieceInPart(row, urls, place, { ...input, format }),
    });
    const aiUses = aiUsesOf(context, row);
    return { json, identity: json, modifiedAt: notAhead(row.modified_at, context.now()), aiUses };
  },
});

async function publicPiece(
  context: Context,
  id: string,
  format: PartFormat | null,
): Promise<ReadPiece> {
  const { publications } = context.store;
  const uuid = uuidIn(id, urlsOf(context.config.baseUrl).pieceId(''));
  const row =
    uuid &&
    (format === 'markdown'
      ? await publications.withMarkdown(uuid)
      : await publications.byPieceId(uuid));
  if (!row) throw new Problem('piece_not_found');
  return row;
}

function answerOf(context: Context, row: PublicPiece, place: FoundPlace | null): JsonText {
  const { json, bytes = 0, identity } = pieceJson(row, urlsOf(context.config.baseUrl), place);
  return {
    json: `${OPENING}${json}}`,
    bytes: OPENING.length + bytes + 1,
    identity,
    modifiedAt: notAhead(row.modified_at, context.now()),
    aiUses: aiUsesOf(context, row),
  };
}

const aiUsesOf = ({ config }: Context, { author_ai_uses }: PublicPiece) =>
  withWriters(config.aiUses, author_ai_uses);

const OPENING = '{"ok":true,"piece":';
