// The records in the API description, field by field, as the specification's tables have them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { at, type Json, objectAt } from '../../support/json.ts';
import { judgeOf } from '../../support/openapi/api-judge.ts';
import { startService } from '../../support/service.ts';

const STRING = 'string';
const NULLABLE = 'string or null';
const URI = 'string uri';
const NULLABLE_URI = 'string or null uri';
const TIME = 'string date-time';
const NULLABLE_TIME = 'string or null date-time';
const BOOLEAN = 'boolean';
const INTEGER = 'integer';

interface Fields {
  [name: string]: string | Fields | [string | Fields];
}

const BYLINE = { name: STRING, slug: STRING, url: URI, identity_verified: BOOLEAN };

const LIST_ITEM: Fields = {
  id: URI,
  url: URI,
  title: STRING,
  summary: STRING,
  date_published: TIME,
  category: NULLABLE,
  tags: [STRING],
  image: 'PieceImage',
  authors: [BYLINE],
};

const RECORDS: { [name: string]: Fields } = {
  Author: {
    slug: STRING,
    name: STRING,
    bio: NULLABLE,
    role: NULLABLE,
    niche: NULLABLE,
    location: NULLABLE,
    avatar_url: NULLABLE_URI,
    website: NULLABLE_URI,
    identity_verified: BOOLEAN,
    website_verified: BOOLEAN,
    socials: {
      x: NULLABLE_URI,
      linkedin: NULLABLE_URI,
      facebook: NULLABLE_URI,
      youtube: NULLABLE_URI,
      instagram: NULLABLE_URI,
      newsletter: NULLABLE_URI,
    },
    stats: { pieces_count: INTEGER, last_published_at: NULLABLE_TIME },
    urls: { profile: URI, badge_svg: URI, feed_json: URI, feed_rss: URI },
    joined_at: NULLABLE_TIME,
  },
  AuthorHit: {
    slug: STRING,
    name: STRING,
    role: NULLABLE,
    niche: NULLABLE,
    bio_snippet: NULLABLE,
    avatar_url: NULLABLE_URI,
    identity_verified: BOOLEAN,
    pieces_count: INTEGER,
    urls: { profile: URI, badge_svg: URI, feed_json: URI },
  },
  Piece: {
    id: URI,
    url: URI,
    title: STRING,
    summary: STRING,
    content_html: NULLABLE,
    content_text: STRING,
    content_markdown: STRING,
    date_published: TIME,
    date_modified: TIME,
    tags: [STRING],
    category: NULLABLE,
    kind: STRING,
    external_url: URI,
    image: 'PieceImage',
    provenance: 'Provenance',
    series: 'SeriesPlace',
    authors: [{ ...BYLINE, avatar: NULLABLE_URI }],
  },
  PiecePart: {
    format: STRING,
    offset: INTEGER,
    characters: INTEGER,
    total_characters: INTEGER,
    next_offset: 'integer or null',
    rest: NULLABLE,
  },
  PieceImage: { url: URI, alt: STRING, caption: NULLABLE, width: INTEGER, height: INTEGER },
  PieceListItem: LIST_ITEM,
  PieceHit: { ...LIST_ITEM, snippet: NULLABLE, match_site: STRING },
  Error: {
    ok: BOOLEAN,
    code: STRING,
    reason: STRING,
    errors: [{ field: STRING, reason: STRING }],
    version: INTEGER,
    request_id: STRING,
  },
};

const OPTIONAL = [
  ...['Piece.image', 'PieceListItem.image', 'PieceHit.image'],
  ...['PieceImage.width', 'PieceImage.height'],
  'Piece.external_url',
  'Piece.provenance',
  'Piece.series',
  'Piece.content_markdown',
  'Error.errors',
  'Error.version',
  'Error.request_id',
];

const COUNTED = { count: INTEGER, next_cursor: NULLABLE };

const LISTS: { [path: string]: { [name: string]: string } } = {
  '/api/public/authors/search': { query: STRING, ...COUNTED, results: 'AuthorHit' },
  '/api/public/authors/{slug}/pieces': { category: NULLABLE, ...COUNTED, items: 'PieceListItem' },
  '/api/public/pieces/recent': { category: NULLABLE, ...COUNTED, items: 'PieceListItem' },
  '/api/public/pieces/search': {
    query: STRING,
    category: NULLABLE,
    ...COUNTED,
    results: 'PieceHit',
  },
};

const SINGLE: { [path: string]: { [name: string]: string } } = {
  '/api/public/authors/{slug}': { author: 'Author' },
  '/api/public/pieces/{id}': { part: 'PiecePart', piece: 'Piece' },
};

/** Only there where a part was asked for. */
const SOMETIMES = ['part'];

type Shape = string | { [name: string]: Shape } | Shape[];

/** A schema in the words of the tables above. */
function shapeOf(schema: Json | undefined): Shape {
  const reference = at(schema, '$ref');
  if (reference !== undefined) return String(reference).replace('#/components/schemas/', '');
  const properties = objectAt(schema, 'properties');
  const type = [at(schema, 'type')].flat().join(' or ');
  if (type === 'array') return [shapeOf(at(schema, 'items'))];
  if (type !== 'object') return [type, at(schema, 'format')].filter(Boolean).join(' ');
  const entries = Object.entries(properties).map(([name, inner]) => [name, shapeOf(inner)]);
  return Object.fromEntries(entries);
}

for (const kind of DATABASES_IN_FULL) {
  describe(`the records of the API description, on ${kind}`, async () => {
    const { app } = await startService(kind);
    const { document } = await judgeOf(app);
    const bodyOf = (path: string) =>
      objectAt(
        document,
        ...['paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema'],
      );

    for (const [name, fields] of Object.entries(RECORDS)) {
      test(`${name} has its fields, types and formats`, () => {
        const schema = objectAt(document, 'components', 'schemas', name);
        assert.deepEqual(shapeOf(schema), fields);
        const always = Object.keys(fields).filter(
          (field) => !OPTIONAL.includes(`${name}.${field}`),
        );
        assert.deepEqual([at(schema, 'required')].flat().sort(), always.sort());
      });
    }

    for (const [path, fields] of Object.entries({ ...LISTS, ...SINGLE })) {
      test(`${path} answers with its fields, all of them always`, () => {
        const schema = bodyOf(path);
        const expected = Object.fromEntries(
          Object.entries(fields).map(([name, shape]) => [
            name,
            name === 'results' || name === 'items' ? [shape] : shape,
          ]),
        );
        assert.deepEqual(shapeOf(schema), { ok: BOOLEAN, ...expected });
        const required = [at(schema, 'required')].flat().sort();
        const always = Object.keys(fields).filter((field) => !SOMETIMES.includes(field));
        assert.deepEqual(required, ['ok', ...always].sort());
      });
    }

    test('success is true, failure false, and a match site one of three', () => {
      const ok = objectAt(bodyOf('/api/public/pieces/recent'), 'properties', 'ok');
      const records = objectAt(document, 'components', 'schemas');
      const failed = objectAt(records, 'Error', 'properties', 'ok');
      const site = objectAt(records, 'PieceHit', 'properties', 'match_site');
      assert.deepEqual(ok['enum'] ?? [ok['const']], [true]);
      assert.deepEqual(failed['enum'] ?? [failed['const']], [false]);
      assert.deepEqual(site['enum'], ['headline', 'standfirst', 'body']);
    });
  });
}
