// Every tool, called rightly and wrongly, and what a model has to see of the result.

import { author, piece, product } from '../support/archive/records.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const PRODUCT = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000009';

/** The world that the calls are about, as lines of an archive. */
export const WORLD = [
  author('ada', { name: 'Ada' }),
  piece('ada', { id: ID, headline: 'A bridge', category: 'building' }),
  product('ada', { id: PRODUCT, name: 'A book' }),
].map((line) => JSON.stringify(line));

export interface Call {
  name: string;
  given: { [name: string]: unknown };
}

export interface ExpectedCall extends Call {
  /** A pattern that the text shown to the model must match. */
  sees: RegExp;
  /** The argument that is wrong or missing; a client may say so by itself, before it asks. */
  wrong?: string;
}

const right = (name: string, given: Call['given'], sees: RegExp): ExpectedCall => ({
  name,
  given,
  sees,
});

const wrong = (argument: string, name: string, given: Call['given'], sees: RegExp) => ({
  ...right(name, given, sees),
  wrong: argument,
});

export const CALLS: ExpectedCall[] = [
  right('recent_pieces', { limit: 1 }, /A bridge/),
  wrong('limit', 'recent_pieces', { limit: 0 }, /limit: Expected an integer from 1 to 100, got 0/),
  right('search_authors', { query: 'ada' }, /get_author|\/author\/ada/),
  wrong('query', 'search_authors', {}, /query: Expected text of 1 to 200 characters, got nothing/),
  right('get_author', { slug: 'ada' }, /\/author\/ada\/feed\.json/),
  wrong('slug', 'get_author', { slug: 'nobody' }, /No author has this slug/),
  wrong(
    'slug',
    'get_author',
    { name: 'ada' },
    /name: There is no such argument; did you mean slug/,
  ),
  right('get_piece', { id: ID }, /A body\./),
  right('get_piece', { id: ID, format: 'text', max_characters: 2 }, /next_offset.{1,9}2\b/),
  wrong(
    'format',
    'get_piece',
    { id: ID, format: 'pdf' },
    /format: Expected one of both, text, html/,
  ),
  wrong('maxCharacters', 'get_piece', { id: ID, maxCharacters: 9 }, /did you mean max_characters/),
  right('search_pieces', { query: 'bridge', category: 'building' }, /match_site/),
  wrong(
    'query',
    'search_pieces',
    { q: 'bridge' },
    /q: There is no such argument; did you mean query/,
  ),
  wrong(
    'category',
    'search_pieces',
    { query: 'a', category: 'x' },
    /category: Expected one of build/,
  ),
  right('trending_pieces', {}, /week/),
  wrong(
    'window',
    'trending_pieces',
    { window: 'year' },
    /window: Expected one of day, week, month/,
  ),
  right('search_products', { query: 'book' }, /A book/),
  wrong('limit', 'search_products', { limit: 'ten' }, /limit: Expected an integer from 1 to 50/),
  right('get_product', { id: PRODUCT }, /payment_url/),
  wrong('id', 'get_product', { id: ID }, /No product in the shop has this id/),
];
