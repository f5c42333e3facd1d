// The piece on its way in: what a key may send, and what its owner gets back.

import { type TSchema, Type } from 'typebox';
import { CONTENT_FIELDS, type ContentField } from './content-fields.ts';
import { LIMITS } from './limits.ts';
import {
  DateTime,
  NullableString,
  NullableUri,
  type Of,
  OneOf,
  Record,
  Uri,
  Uuid,
} from './shapes.ts';
import { AnyText, NullableText, Text } from './text.ts';
import { CATEGORIES, FRAMES, STATUSES } from './vocabulary.ts';

/** What a key may send of each field. */
const draftFields = {
  headline: Text(LIMITS.headline),
  sub: Type.Optional(NullableText(LIMITS.sub, { description: 'The standfirst.' })),
  body_md: Text(LIMITS.bodyMd, { description: 'The body, in Markdown.' }),
  category: Type.Optional(OneOf(CATEGORIES, { default: CONTENT_FIELDS.category.empty })),
  tags: Type.Optional(Type.Array(Text(LIMITS.tag), { maxItems: LIMITS.tags })),
  frame: Type.Optional(OneOf(FRAMES, { default: CONTENT_FIELDS.frame.empty })),
  style: Type.Optional(Text(LIMITS.style, { default: CONTENT_FIELDS.style.empty })),
  locale: Type.Optional(
    Type.String({
      maxLength: LIMITS.locale,
      format: 'bcp47',
      default: CONTENT_FIELDS.locale.empty,
    }),
  ),
  external_url: Type.Optional(
    NullableText(LIMITS.address, {
      format: 'uri',
      description: 'Where the piece was first published, when elsewhere.',
    }),
  ),
} satisfies { [field in ContentField]: TSchema };

/** The same at the desk and in archives: a draft may lack its headline or its text for a while. */
export const savedFields = {
  ...draftFields,
  headline: AnyText(LIMITS.headline),
  body_md: AnyText(LIMITS.bodyMd),
};

export const CreatePieceBody = Record('CreatePieceBody', draftFields);
export type CreatePieceBody = Of<typeof CreatePieceBody>;

export const CreatePieceResponse = Record('CreatePieceResponse', {
  ok: Type.Literal(true),
  id: Uuid('The id of the draft.'),
  status: Type.Literal('draft'),
  created_at: DateTime(),
  edit_url: Uri('Where the writer edits and publishes it.'),
  profile_url: NullableUri("The writer's public profile."),
});

export const MyPieceListItem = Record('MyPieceListItem', {
  id: Uuid('The id of the piece.'),
  headline: Type.String(),
  sub: NullableString(),
  category: Type.String(),
  status: OneOf(STATUSES),
  locale: Type.String(),
  tags: Type.Array(Type.String()),
  created_at: DateTime(),
  edit_url: Uri('Where the writer edits and publishes it.'),
});
