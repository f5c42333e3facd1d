// The piece: what a writer writes, in each shape in which somebody meets it.

import { Type } from 'typebox';
import { DateTime, NullableString, NullableUri, type Of, OneOf, Record, Uri } from './shapes.ts';
import { MATCH_SITES } from './vocabulary.ts';

const Byline = {
  name: Type.String(),
  slug: Type.String(),
  url: Uri("The author's profile page."),
  identity_verified: Type.Boolean(),
};

export const Piece = Record(
  'Piece',
  {
    id: Uri('The permanent URL of the piece; it ends in its UUID.'),
    url: Uri('The page of the piece.'),
    title: Type.String(),
    summary: Type.String(),
    content_html: NullableString(),
    content_text: Type.String(),
    date_published: DateTime('The first publication.'),
    date_modified: DateTime('The last published change.'),
    tags: Type.Array(Type.String()),
    category: NullableString(),
    kind: Type.String({ description: 'The style of the piece, such as essay.' }),
    external_url: Type.Optional(Uri('Where the piece was first published, when elsewhere.')),
    authors: Type.Array(Type.Object({ ...Byline, avatar: NullableUri() })),
  },
  'A published piece in the shape of a JSON Feed 1.1 item.',
);
export type Piece = Of<typeof Piece>;

const listItemFields = {
  id: Uri('The permanent URL of the piece; it ends in its UUID.'),
  url: Uri('The page of the piece.'),
  title: Type.String(),
  summary: Type.String(),
  date_published: DateTime('The first publication.'),
  category: NullableString(),
  tags: Type.Array(Type.String()),
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
  rank: Type.Integer({ description: 'From 1, by readers weighted by how long ago they came.' }),
});
export type TrendingPiece = Of<typeof TrendingPiece>;
