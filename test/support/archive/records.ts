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

/** A piece, published unless the fields say otherwise. */
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

/** A note with a reply, and a proposal. All three have the same id, since piece and kind distinguish them. */
export const saidAbout = (kind: 'writer' | 'reviewer', id: string) => ({
  notes: [
    {
      ...{ id, number: 1, version: 1, body: 'Which body?', created_at: '2026-05-02T00:00:00.000Z' },
      ...{ selector: { exact: 'body', prefix: 'A ', suffix: '.' }, start: 2, end: 6 },
      by: { kind, name: kind === 'writer' ? 'ada' : 'chief' },
      replies: [
        {
          ...{ id, body: 'This one.', created_at: '2026-05-03T00:00:00.000Z' },
          by: { kind: kind === 'writer' ? 'key' : 'writer', name: 'agent' },
        },
      ],
    },
  ],
  proposals: [
    {
      ...{ id, number: 1, key: { id: 'a-key', name: 'agent' }, base_version: 1, status: 'open' },
      ...{ proposed_at: '2026-05-02T00:00:00.000Z', headline: 'Made public', body_md: 'Proposed.' },
    },
  ],
});

/** A public page whose draft has changed since it was published. */
export const sitePage = (slug: string, fields: Fields = {}) => ({
  type: 'page',
  id: randomUUID(),
  slug,
  title: 'A page',
  body_md: 'What it says by now.',
  published: { slug, title: 'A page', body_md: 'What it says.' },
  ...fields,
});

/** A series with these pieces as its parts. */
export const series = (slug: string, parts: readonly { id: string }[], fields: Fields = {}) => ({
  type: 'series',
  id: randomUUID(),
  author: slug,
  title: 'A series',
  slug: 'a-series',
  parts: parts.map(({ id }) => id),
  ...fields,
});

/** A product, listed unless the fields say otherwise. */
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
