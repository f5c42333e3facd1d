// The schema of a product as the public sees it.

import { Type } from 'typebox';
import { NullableUri, type Of, OneOf, Record, Uri } from '../shapes.ts';
import { PRODUCT_CATEGORIES } from '../vocabulary.ts';
import { Amount, Currency } from './money.ts';
import { PRODUCT_LIMITS } from './product-limits.ts';

export const Product = Record(
  'Product',
  {
    id: Type.String({ format: 'uuid' }),
    url: Uri('The page of the product.'),
    name: Type.String(),
    description: Type.String({ description: 'Plain text, which may be empty.' }),
    price: Type.Object({
      amount: Amount("In the currency's smallest unit: 1250 is €12.50, and ¥1250."),
      currency: Currency('ISO 4217.'),
      formatted: Type.String({ description: 'The price in a form for people to read.' }),
    }),
    category: OneOf(PRODUCT_CATEGORIES),
    payment_url: Uri('Where buyers pay, on a site of the seller’s choice.'),
    image_url: NullableUri(),
    seller: Type.Object({
      name: Type.String(),
      slug: Type.String(),
      url: Uri("The seller's profile page."),
      identity_verified: Type.Boolean(),
    }),
    related_pieces: Type.Array(
      Type.Object({
        id: Uri('The permanent URL of the piece, which ends in its UUID.'),
        title: Type.String(),
        url: Uri('The page of the piece.'),
      }),
      {
        maxItems: PRODUCT_LIMITS.relatedPieces,
        description: 'Published pieces by the seller that are related to the product.',
      },
    ),
    listed: Type.Boolean({ description: 'Whether the product is listed in the shop.' }),
  },
  'Something that a writer sells. Buyers pay for it on another site.',
);
export type Product = Of<typeof Product>;
