// The example data of the API description: an author, a piece, a product and a draft.

import { storedContent } from '../rendering/stored-content.ts';
import type { CreatePieceBody } from '../schemas/drafts.ts';
import type { OwnPieceShown } from '../store/pieces/pieces.ts';
import type { RelatedPiece, SoldProduct } from '../store/products.ts';
import type { PublicPiece } from '../store/publications/publications.ts';
import type { FoundPiece } from '../store/search/piece-search.ts';
import type { PublicSeries } from '../store/series/public-series.ts';
import type { ApiKeyRow } from '../store/tables/accounts.ts';
import type { AuthorRow } from '../store/tables/authors.ts';
import type { FoundPlace } from './series/series-records.ts';

export const EXAMPLE_AUTHOR: AuthorRow = {
  id: 'b7f0a3f2-6a3c-4d53-9d0e-3f1d5a8c2e11',
  slug: 'ada-okafor',
  name: 'Ada Okafor',
  bio: 'Ada Okafor is a structural engineer who looks after 212 bridges.',
  role: 'Structural engineer',
  niche: 'Bridges and their maintenance',
  location: null,
  avatar_url: null,
  website: 'https://ada.example.org/',
  identity_verified: 1,
  website_verified: 0,
  socials: '{}',
  ai_uses: '{}',
  joined_at: '2025-03-01T09:00:00.000Z',
  suspended_at: null,
  pieces_count: 1,
  last_published_at: '2026-04-23T13:57:04.445Z',
  writing_policy: null,
  shows_human: 0,
};

export const EXAMPLE_PIECE: PublicPiece = {
  piece_id: '621fe212-2d5c-43f3-a5cb-78ab1ed7cd01',
  position: 1,
  author_id: EXAMPLE_AUTHOR.id,
  version: 1,
  slug: 'how-to-read-a-bridge',
  headline: 'How to read a bridge from the top deck of a bus',
  sub: null,
  category: 'building',
  tags: '["bridges","looking"]',
  style: 'guide',
  locale: 'en',
  external_url: null,
  image: null,
  published_at: '2026-04-23T13:57:04.445Z',
  modified_at: '2026-04-23T13:57:04.445Z',
  summary: 'You’ll get about eight seconds.',
  provenance: null,
  ...storedContent({
    html: '<p>You’ll get about eight seconds.</p>\n',
    text: 'You’ll get about eight seconds.',
  }),
  author_slug: EXAMPLE_AUTHOR.slug,
  author_name: EXAMPLE_AUTHOR.name,
  author_verified: EXAMPLE_AUTHOR.identity_verified,
  author_avatar: EXAMPLE_AUTHOR.avatar_url,
  author_ai_uses: EXAMPLE_AUTHOR.ai_uses,
  series_id: '7a4c9d20-51f6-4c0b-9a86-0e2f3d7b8c14',
};

export const EXAMPLE_SERIES: PublicSeries = {
  row: {
    id: '7a4c9d20-51f6-4c0b-9a86-0e2f3d7b8c14',
    author_id: EXAMPLE_AUTHOR.id,
    slug: 'seeing-structures',
    title: 'Seeing structures',
    description: 'How things stand up, for people who look.',
    created_at: '2026-04-23T14:00:00.000Z',
    updated_at: '2026-04-23T14:00:00.000Z',
  },
  parts: [EXAMPLE_PIECE],
};

export const EXAMPLE_PLACE: FoundPlace = { series: EXAMPLE_SERIES, at: 0 };

export const EXAMPLE_FOUND: FoundPiece = { ...EXAMPLE_PIECE, site: 'body' };

export const EXAMPLE_PRODUCT: SoldProduct = {
  id: '3d7c5b0e-8f5e-4d5c-9a43-6d1f0a2f9b77',
  seller_id: EXAMPLE_AUTHOR.id,
  name: 'A pocket guide to bridges',
  description: 'Sixty pages on what to look for, and where.',
  price_amount: 1250,
  price_currency: 'EUR',
  category: 'book',
  payment_url: 'https://pay.example.org/bridges',
  image_url: null,
  listed: 1,
  sort_order: 0,
  created_at: '2026-05-02T08:00:00.000Z',
  updated_at: '2026-05-02T08:00:00.000Z',
  search_text: '',
  seller_slug: EXAMPLE_AUTHOR.slug,
  seller_name: EXAMPLE_AUTHOR.name,
  seller_verified: EXAMPLE_AUTHOR.identity_verified,
};

export const EXAMPLE_RELATED: RelatedPiece = {
  product_id: EXAMPLE_PRODUCT.id,
  piece_id: EXAMPLE_PIECE.piece_id,
  sort_order: 0,
  headline: EXAMPLE_PIECE.headline,
  slug: EXAMPLE_PIECE.slug,
  author_slug: EXAMPLE_AUTHOR.slug,
};

export const EXAMPLE_BODY: CreatePieceBody = {
  headline: 'Notes on gullies',
  sub: 'Three things nobody checks.',
  body_md: 'A gully is a promise about *rain*.',
  category: 'building',
  tags: ['rain', 'streets'],
};

export const EXAMPLE_KEY: Omit<ApiKeyRow, 'account_id' | 'hash'> = {
  id: '5c0f6d52-3f4b-4f35-8d5e-7a1f0c9b6e21',
  name: 'notes agent',
  scope: 'pieces:write',
  created_at: '2026-04-24T07:30:00.000Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};

export const EXAMPLE_IMAGE = {
  url: '/media/4a1b0f1d7c3e52a86b9d04c7e1f8a3356d2c90be71f4d8a05c6e3b9f12d7a480-1600x1067',
  width: 1600,
  height: 1067,
};

export const EXAMPLE_DRAFT: OwnPieceShown = {
  id: '9c1a7e1a-0d4b-4f0e-8a53-2b6f6c0d9e55',
  status: 'draft',
  headline: EXAMPLE_BODY.headline,
  sub: EXAMPLE_BODY.sub ?? null,
  category: 'building',
  locale: 'en',
  tags: JSON.stringify(EXAMPLE_BODY.tags),
  created_at: '2026-04-24T07:30:00.000Z',
  updated_at: '2026-04-24T07:30:00.000Z',
  published_at: null,
  slug: null,
  external_url: null,
  drafted_kind: 'key',
  drafted_name: EXAMPLE_KEY.name,
};
