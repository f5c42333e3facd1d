// Schema of a partial revision: the fields of a piece that a program changes. The others keep their values.

import { type TSchema, Type } from 'typebox';
import type { ContentField } from './content-fields.ts';
import { CreatePieceBody } from './drafts.ts';
import { PIECE_LIMITS } from './piece-limits.ts';
import { type Of, Record } from './shapes.ts';
import { Text, VisibleText } from './text.ts';
import { CATEGORIES, type Category, FRAMES } from './vocabulary.ts';

const { sub, external_url, image } = CreatePieceBody.properties;

const TO_DEFAULT = 'With null, it gets its default.';

/** Nullable, because null is how a program empties a field that has a default. */
const NullableOneOf = <Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value | null>({
    type: ['string', 'null'],
    enum: [...values, null],
    description: TO_DEFAULT,
  });

const changedFields = {
  headline: Type.Optional(VisibleText(PIECE_LIMITS.headline)),
  sub,
  body_md: Type.Optional(
    VisibleText(PIECE_LIMITS.bodyMd, { description: 'The whole body, in Markdown.' }),
  ),
  category: Type.Optional(NullableOneOf<Category>(CATEGORIES)),
  tags: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: Text(PIECE_LIMITS.tag),
      maxItems: PIECE_LIMITS.tags,
      description: 'All tags, including those that stay. With null, none.',
    }),
  ),
  frame: Type.Optional(NullableOneOf<(typeof FRAMES)[number]>(FRAMES)),
  style: Type.Optional(
    Type.Unsafe<string | null>({
      ...Text(PIECE_LIMITS.style, { description: TO_DEFAULT }),
      type: ['string', 'null'],
    }),
  ),
  locale: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: PIECE_LIMITS.locale,
      format: 'bcp47',
      description: TO_DEFAULT,
    }),
  ),
  external_url,
  image,
} satisfies { [field in ContentField]: TSchema };

export const ChangePieceBody = Record('ChangePieceBody', changedFields);
export type ChangePieceBody = Of<typeof ChangePieceBody>;
