// Reading one published piece. Lists are in recent-pieces.ts, search is in search-pieces.ts.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { withWriters } from '../../schemas/ai-uses.ts';
import { Piece, PiecePart } from '../../schemas/pieces.ts';
import type { PartFormat } from '../../schemas/vocabulary.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import { EXAMPLE_PIECE } from '../examples.ts';
import { type Context, type JsonText, operation } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { uuidIn } from '../uuids.ts';
import { formatOf, PartInput, pieceInPart, type ReadPiece } from './piece-parts.ts';
import { pieceJson, pieceRecord } from './piece-records.ts';

export const getPiece = operation({
  name: 'getPiece',
  summary: 'Get a published piece',
  description:
    'One published piece in full, or one of its texts, or a part of it. Drafts and pieces under review are not found.',
  input: {
    id: Type.String({ description: "The piece's UUID, or its id as other answers give it." }),
    ...PartInput,
  },
  output: { part: Type.Optional(PiecePart), piece: Piece },
  sample: { id: EXAMPLE_PIECE.piece_id },
  example: (urls) => ({ piece: pieceRecord(EXAMPLE_PIECE, urls) }),
  async run(context, input) {
    const urls = urlsOf(context.config.baseUrl);
    const format = formatOf(input);
    const row = await publicPiece(context, input.id, format);
    return format ? pieceInPart(row, urls, format, input) : { piece: pieceRecord(row, urls) };
  },
  async json(context, input) {
    const format = formatOf(input);
    const row = await publicPiece(context, input.id, format);
    if (!format) return answerOf(context, row);
    const urls = urlsOf(context.config.baseUrl);
    const json = JSON.stringify({ ok: true, ...pieceInPart(row, urls, format, input) });
    const aiUses = aiUsesOf(context, row);
    return { json, identity: json, modifiedAt: row.modified_at, aiUses };
  },
  jsonNow(context, input) {
    const uuid = formatOf(input) ? null : uuidOf(context, input.id);
    const row = uuid && context.store.publications.byPieceIdNow(uuid);
    return row ? answerOf(context, row) : null;
  },
});

const uuidOf = ({ config }: Context, id: string) => uuidIn(id, urlsOf(config.baseUrl).pieceId(''));

async function publicPiece(
  context: Context,
  id: string,
  format: PartFormat | null,
): Promise<ReadPiece> {
  const { publications } = context.store;
  const uuid = uuidOf(context, id);
  const row =
    uuid &&
    (format === 'markdown'
      ? await publications.withMarkdown(uuid)
      : await publications.byPieceId(uuid));
  if (!row) throw new Problem('piece_not_found');
  return row;
}

function answerOf(context: Context, row: PublicPiece): JsonText {
  const { json, bytes = 0, identity } = pieceJson(row, urlsOf(context.config.baseUrl));
  return {
    json: `${OPENING}${json}}`,
    bytes: OPENING.length + bytes + 1,
    identity,
    modifiedAt: row.modified_at,
    aiUses: aiUsesOf(context, row),
  };
}

const aiUsesOf = ({ config }: Context, { author_ai_uses }: PublicPiece) =>
  withWriters(config.aiUses, author_ai_uses);

const OPENING = '{"ok":true,"piece":';
