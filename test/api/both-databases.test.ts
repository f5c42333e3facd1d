// With the same records, both databases give the same bytes at every URL.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

// Names that a locale would order otherwise than by code point, or take for equal.
const NAMES = [
  'zebra',
  'Zebra',
  'Äpfel',
  'Apfel',
  'apfel',
  'A\u0308pfel',
  'ＡＢＣ',
  'abc',
  'a-b',
  'a b',
  'Ωmega',
  '橋本',
  '🦊',
  '\u{1D400}',
  '\uFFEE',
  '1',
  '10',
  '2',
];

const at = (index: number) => new Date(Date.UTC(2026, 0, 1 + (index % 20))).toISOString();

const RECORDS = [
  ...NAMES.map((name, index) =>
    author(`author-${index}`, {
      name,
      bio: `Everyone ${name}`,
      identity_verified: index % 5 === 0,
    }),
  ),
  // Several share a moment, so that the order among them is put to the test too.
  ...NAMES.flatMap((name, index) =>
    Array.from({ length: index % 4 }, (_, nth) =>
      piece(`author-${index}`, {
        headline: nth === 0 ? `Everyone ${name}` : 'Other',
        sub: nth === 1 ? `Everyone ${name}` : null,
        body_md: `Everyone ${name} ${nth}. `.repeat(20),
        category: ['building', 'life', 'civic'][index % 3],
        published_at: at(index),
      }),
    ),
  ),
];

const ADDRESSES = [
  '/api/public/pieces/recent?limit=100',
  '/api/public/pieces/recent?limit=7',
  '/api/public/pieces/recent?category=life&limit=100',
  '/api/public/authors/search?q=everyone&limit=50',
  '/api/public/authors/search?q=everyone&limit=5',
  '/api/public/authors/search?q=e&limit=50',
  '/api/public/pieces/search?q=everyone&limit=100',
  '/api/public/pieces/search?q=everyone&limit=9',
  '/api/public/pieces/search?q=everyone&category=building&limit=100',
  '/api/public/pieces/search?q=e&limit=100',
  '/api/public/authors/author-3',
  '/api/public/authors/nobody',
  '/api/public/pieces/recent?limit=0',
  '/api/openapi.json',
  ...NAMES.flatMap((name) =>
    ['authors', 'pieces'].map(
      (noun) => `/api/public/${noun}/search?limit=50&q=${encodeURIComponent(name)}`,
    ),
  ),
];

describe('both databases', async () => {
  const services = await Promise.all(DATABASES.map((kind) => startService(kind)));
  for (const { add } of services) await add(...RECORDS);

  for (const url of ADDRESSES) {
    test(`answer ${decodeURIComponent(url)} with the same bytes`, async () => {
      const [sqlite, postgres] = await Promise.all(services.map(({ app }) => app.inject(url)));
      assert.equal(sqlite?.body, postgres?.body);
      assert.equal(sqlite?.statusCode, postgres?.statusCode);
      assert.equal(sqlite?.headers.etag, postgres?.headers.etag);
    });
  }
});
