// Schemas of a published piece: whole, in parts, and in lists.

import { Type } from 'typebox';
import { PieceImage } from './images/cover-fields.ts';
import { Provenance } from './provenance/provenance.ts';
import { SeriesPlace } from './series/series.ts';
import {
  DateTime,
  NullableInteger,
  NullableString,
  NullableUri,
  type Of,
  OneOf,
  Record,
  Uri,
} from './shapes.ts';
import { MATCH_SITES, PART_FORMATS } from './vocabulary.ts';

const Byline = {
  name: Type.String(),
  slug: Type.String(),
  url: Uri("The author's profile page."),
  identity_verified: Type.Boolean(),
};

export const Piece = Record(
  'Piece',
  {
    id: Uri('The permanent URL of the piece, which ends in its UUID.'),
    url: Uri('The page of the piece.'),
    title: Type.String(),
    summary: Type.String(),
    content_html: NullableString({
      description: 'The text as HTML. Null if only another format was requested.',
    }),
    content_text: Type.String({
      description: 'The text as plain text. Empty if only another format was requested.',
    }),
    content_markdown: Type.Optional(
      Type.String({
        description:
          'The Markdown, as its writer wrote it. Present only if the format markdown was requested.',
      }),
    ),
    date_published: DateTime('When the piece was first published.'),
    date_modified: DateTime('When a change was last published.'),
    tags: Type.Array(Type.String()),
    category: NullableString(),
    kind: Type.String({ description: 'The style of the piece, such as essay.' }),
    external_url: Type.Optional(Uri('Where the piece was first published, if elsewhere.')),
    image: Type.Optional(PieceImage),
    authors: Type.Array(Type.Object({ ...Byline, avatar: NullableUri() })),
    provenance: Type.Optional(Provenance),
    series: Type.Optional(SeriesPlace),
  },
  'A published piece in the shape of a JSON Feed 1.1 item.',
);
export type Piece = Of<typeof Piece>;

export const PiecePart = Record(
  'PiecePart',
  {
    format: OneOf(PART_FORMATS, {
      description: 'The format in which offsets and lengths are counted.',
    }),
    offset: Type.Integer({ description: 'Where in the text this part begins.' }),
    characters: Type.Integer({ description: 'How long this part is, in Unicode code points.' }),
    total_characters: Type.Integer({ description: 'How long the whole text is.' }),
    next_offset: NullableInteger('Where the next part begins. Null if this is the last part.'),
    rest: NullableString({
      description: 'How to get the rest, in a sentence. Null if this is the last part.',
    }),
  },
  'Which part of the text the response has, if one format or a part was requested.',
);
export type PiecePart = Of<typeof PiecePart>;

const listItemFields = {
  id: Uri('The permanent URL of the piece, which ends in its UUID.'),
  url: Uri('The page of the piece.'),
  title: Type.String(),
  summary: Type.String(),
  date_published: DateTime('When the piece was first published.'),
  category: NullableString(),
  tags: Type.Array(Type.String()),
  image: Type.Optional(PieceImage),
  authors: Type.Array(Type.Object(Byline)),
};

export const PieceListItem = Record('PieceListItem', listItemFields);
export type PieceListItem = Of<typeof PieceListItem>;

export const PieceHit = Record('PieceHit', {
  ...listItemFields,
  snippet: NullableString({
    description: 'An excerpt around the match in the body; null when the match was elsewhere.',
  }),
  match_site: OneOf(MATCH_SITES, { description: 'Where the query was found first.' }),
});
export type PieceHit = Of<typeof PieceHit>;

export const TrendingPiece = Record('TrendingPiece', {
  ...listItemFields,
  views: Type.Integer({ description: 'Readers in the window, each counted once a day.' }),
  rank: Type.Integer({
    description: 'The rank, starting at 1. Recent readers count more than earlier ones.',
  }),
});
export type TrendingPiece = Of<typeof TrendingPiece>;
