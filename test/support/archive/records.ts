// Archive lines for tests: complete records from the few fields that a test cares about.

import { randomUUID } from 'node:crypto';

interface Fields {
  [name: string]: unknown;
}

export const author = (slug: string, fields: Fields = {}) => ({
  type: 'author',
  slug,
  name: slug,
  ...fields,
});

/** Published, unless the fields say otherwise. */
export const piece = (slug: string, fields: Fields = {}) => ({
  type: 'piece',
  id: randomUUID(),
  author: slug,
  headline: 'A headline',
  body_md: 'A body.',
  status: 'approved',
  published_at: '2026-05-01T00:00:00.000Z',
  ...fields,
});

/** Listed, unless the fields say otherwise. */
export const product = (seller: string, fields: Fields = {}) => ({
  type: 'product',
  id: randomUUID(),
  seller,
  name: 'A product',
  description: 'What it is.',
  price: { amount: 1250, currency: 'EUR' },
  category: 'book',
  payment_url: 'https://pay.example.org/a-product',
  ...fields,
});
