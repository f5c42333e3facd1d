// Schemas of covers: as programs send them, and as readers get them.

import { type TSchema, Type } from 'typebox';
import { NullableString, type Of, Record, Uri } from '../shapes.ts';
import { AnyText, NullableText, Text, URL_LENGTH, VisibleText } from '../text.ts';
import type { Cover } from './covers.ts';
import { IMAGE_LIMITS } from './image-limits.ts';

type SentCover = Pick<Cover, 'url' | 'alt'> & { caption?: string | null };

const cover = (format: string, alt: TSchema, description: string) =>
  Type.Optional(
    Type.Unsafe<SentCover | null>({
      type: ['object', 'null'],
      description,
      required: ['url', 'alt'],
      properties: {
        url: Text(URL_LENGTH, {
          format,
          description:
            'The URL of an image that was uploaded here, or any other URL that starts with https://.',
        }),
        alt,
        caption: Type.Optional(
          NullableText(IMAGE_LIMITS.caption, { description: 'Shown below the image.' }),
        ),
      },
    }),
  );

export const SentCover = cover(
  'sent-image',
  VisibleText(IMAGE_LIMITS.altText, {
    description: 'What the image shows, for people who cannot see it.',
  }),
  'The cover: an image above the text and beside the headline in lists.',
);

/** A draft's cover may lack alternative text. */
export const SavedCover = cover('shown-image', AnyText(IMAGE_LIMITS.altText), 'The cover.');

export const PieceImage = Record(
  'PieceImage',
  {
    url: Uri('The URL of the image.'),
    alt: Type.String({ description: 'What the image shows, for people who cannot see it.' }),
    caption: NullableString({ description: 'The text below the image, as plain text.' }),
    width: Type.Optional(Type.Integer({ description: 'In pixels, if known.' })),
    height: Type.Optional(Type.Integer({ description: 'In pixels, if known.' })),
  },
  'The cover of a piece.',
);
export type PieceImage = Of<typeof PieceImage>;

export const NullablePieceImage = Type.Unsafe<PieceImage | null>({
  type: ['object', 'null'],
  description: 'The cover; null if there is none.',
  properties: PieceImage.properties,
  required: ['url', 'alt', 'caption'],
});
