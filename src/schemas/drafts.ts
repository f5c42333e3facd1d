// Schemas of drafts: what a program with an API key sends, and what it gets back.

import { type TSchema, Type } from 'typebox';
import { CONTENT_FIELDS, type ContentField } from './content-fields.ts';
import { SavedCover, SentCover } from './images/cover-fields.ts';
import { PIECE_LIMITS } from './piece-limits.ts';
import {
  DateTime,
  NullableDateTime,
  NullableString,
  NullableUri,
  type Of,
  OneOf,
  Record,
  Uri,
  Uuid,
} from './shapes.ts';
import { AnyText, NullableText, Text, URL_LENGTH, VisibleText } from './text.ts';
import { CATEGORIES, FRAMES, STATUSES, WHO, WHOSE_NAME } from './vocabulary.ts';

const draftFields = {
  headline: VisibleText(PIECE_LIMITS.headline),
  sub: Type.Optional(NullableText(PIECE_LIMITS.sub, { description: 'The standfirst.' })),
  body_md: VisibleText(PIECE_LIMITS.bodyMd, { description: 'The body, in Markdown.' }),
  category: Type.Optional(OneOf(CATEGORIES, { default: CONTENT_FIELDS.category.empty })),
  tags: Type.Optional(Type.Array(Text(PIECE_LIMITS.tag), { maxItems: PIECE_LIMITS.tags })),
  frame: Type.Optional(OneOf(FRAMES, { default: CONTENT_FIELDS.frame.empty })),
  style: Type.Optional(Text(PIECE_LIMITS.style, { default: CONTENT_FIELDS.style.empty })),
  locale: Type.Optional(
    Type.String({
      maxLength: PIECE_LIMITS.locale,
      format: 'bcp47',
      default: CONTENT_FIELDS.locale.empty,
    }),
  ),
  external_url: Type.Optional(
    NullableText(URL_LENGTH, {
      format: 'uri',
      description: 'Where the piece was first published, if elsewhere.',
    }),
  ),
  image: SentCover,
} satisfies { [field in ContentField]: TSchema };

/** The fields as the desk and archives save them, where headline and text may be missing. */
export const savedFields = {
  ...draftFields,
  headline: AnyText(PIECE_LIMITS.headline),
  body_md: AnyText(PIECE_LIMITS.bodyMd),
  image: SavedCover,
};

export const CreatePieceBody = Record('CreatePieceBody', draftFields);
export type CreatePieceBody = Of<typeof CreatePieceBody>;

export const CreatePieceResponse = Record('CreatePieceResponse', {
  ok: Type.Literal(true),
  id: Uuid('The id of the draft.'),
  status: Type.Literal('draft'),
  created_at: DateTime(),
  edit_url: Uri('Where the writer edits and publishes the piece.'),
  profile_url: NullableUri("The writer's public profile."),
});

export const DryRunResponse = Record('DryRunResponse', {
  ok: Type.Literal(true),
  dry_run: Type.Literal(true),
  status: Type.Literal('draft'),
  profile_url: NullableUri("The writer's public profile."),
});

export const DeletedDraft = Record('DeletedDraft', {
  ok: Type.Literal(true),
  id: Uuid('The id of the draft.'),
  restorable_until: DateTime(
    'Until then, the writer can restore the draft from the trash at their desk.',
  ),
});
const DraftedBy = Type.Object(
  {
    kind: Type.String({ description: WHO }),
    name: Type.String({ description: WHOSE_NAME }),
  },
  { description: 'Who saved the first version.' },
);

export const ScheduledFor = NullableDateTime(
  'When the piece is scheduled to be published; null if it is not scheduled.',
);

export const PublicUrl = NullableUri('The page of the piece; null while it is not public.');
export const DeprecatedUrl = NullableString({
  ...{ format: 'uri', deprecated: true },
  description: 'Deprecated: the same as `url`.',
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
  edit_url: Uri('Where the writer edits and publishes the piece.'),
  updated_at: DateTime('When the piece was last saved, published or moved to another state.'),
  published_at: NullableDateTime('When the piece was first published; null if it never was.'),
  url: PublicUrl,
  public_url: DeprecatedUrl,
  external_url: NullableUri('Where the piece was first published, if elsewhere.'),
  drafted_by: DraftedBy,
  scheduled_for: ScheduledFor,
});
