// One text of a piece, or a part of it, for programs that can't handle the whole piece.

import { type Static, Type } from 'typebox';
import { htmlIn, textIn } from '../../rendering/stored-content.ts';
import { partOf, type TextPart } from '../../rendering/text/text-parts.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import type { Piece, PiecePart } from '../../schemas/pieces.ts';
import { OneOf } from '../../schemas/shapes.ts';
import { type PartFormat, PIECE_FORMATS } from '../../schemas/vocabulary.ts';
import type { PublicPiece } from '../../store/publications/publications.ts';
import type { FoundPlace } from '../series/series-records.ts';
import { absoluteHtml, type Urls } from '../urls.ts';
import { pieceFacts } from './piece-records.ts';

export type ReadPiece = PublicPiece & { body_md?: string };

const { partOffset, partCharacters } = PIECE_LIMITS;

export const PartInput = {
  format: Type.Optional(
    OneOf(PIECE_FORMATS, {
      description:
        'Which text to return. both, the default, returns HTML and plain text, or only plain text if offset or ' +
        'max_characters asks for a part. text, html and markdown return only that one.',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: partOffset.min,
      maximum: partOffset.max,
      default: 0,
      description:
        'How many characters of the text in this format to skip: pass part.next_offset from the last response.',
    }),
  ),
  max_characters: Type.Optional(
    Type.Integer({
      minimum: partCharacters.min,
      maximum: partCharacters.max,
      description:
        'The maximum number of characters to return. The part ends a little sooner, after a paragraph, a sentence ' +
        'or a word. Leave it out to get all of the text.',
    }),
  ),
};

type PartInput = Static<ReturnType<typeof Type.Object<typeof PartInput>>>;

/** The format to send alone; null for the whole piece. `offset` and `max_characters` need a single format. */
export function formatOf({ format, offset = 0, max_characters }: PartInput): PartFormat | null {
  if (format !== undefined && format !== 'both') return format;
  return offset > 0 || max_characters !== undefined ? 'text' : null;
}

export function pieceInPart(
  row: ReadPiece,
  urls: Urls,
  place: FoundPlace | null,
  { format, offset = 0, max_characters }: PartInput & { format: PartFormat },
): { part: PiecePart; piece: Piece } {
  const { id, url, title, summary, ...rest } = pieceFacts(row, urls, place);
  const part = partOf(textOf(row, format, url), MARKUP[format], offset, max_characters);
  const content = { content_html: null, content_text: '', [FIELD[format]]: part.text };
  return {
    part: partRecord(format, offset, part),
    piece: { id, url, title, summary, ...content, ...rest },
  };
}

/** Markdown is cut like plain text, because empty lines separate its paragraphs too. */
const MARKUP = { text: 'text', html: 'html', markdown: 'text' } as const;

const FIELD = {
  text: 'content_text',
  html: 'content_html',
  markdown: 'content_markdown',
} as const;

function textOf(row: ReadPiece, format: PartFormat, page: string): string {
  if (format === 'text') return textIn(row);
  return format === 'html' ? absoluteHtml(htmlIn(row), page) : (row.body_md ?? '');
}

function partRecord(
  format: PartFormat,
  offset: number,
  { characters, total: total_characters }: TextPart,
): PiecePart {
  const end = offset + characters;
  const left = total_characters - end;
  const facts = { format, offset, characters, total_characters };
  if (left === 0) return { ...facts, next_offset: null, rest: null };
  // The piece may have become shorter since the client read the part before.
  const rest =
    left < 0
      ? `There is no text at offset ${offset}: the text has ${total_characters} characters.`
      : `${left} of ${total_characters} characters remain. For the next part, send the same request with offset ` +
        `${end}, format ${format} and the same max_characters.`;
  return { ...facts, next_offset: left < 0 ? null : end, rest };
}
