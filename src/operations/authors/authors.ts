// Operations that read authors: one by slug, or a search.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { fold } from '../../rendering/text/fold.ts';
import { Author, AuthorHit } from '../../schemas/authors.ts';
import { Cursor, NextCursor, PAGE_SIZES } from '../../schemas/lists.ts';
import { Limit, Query } from '../../schemas/shapes.ts';
import { isClean, isSlug } from '../../schemas/text.ts';
import type { AuthorRank } from '../../store/search/author-search.ts';
import { ListCursors } from '../cursors.ts';
import { EXAMPLE_AUTHOR } from '../examples.ts';
import { operation } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { authorHit, authorRecord } from './author-records.ts';

export const getAuthor = operation({
  name: 'getAuthor',
  summary: 'Get an author by slug',
  description: "Returns the public profile of one author. The author's earlier slugs work too.",
  input: { slug: Type.String({ description: "The author's slug." }) },
  output: { author: Author },
  sample: { slug: EXAMPLE_AUTHOR.slug },
  example: (urls) => ({ author: authorRecord(EXAMPLE_AUTHOR, urls) }),
  async run({ store, config }, { slug }) {
    const row = isSlug(slug) ? await store.authors.publicBySlug(slug) : undefined;
    if (!row) throw new Problem('author_not_found');
    return { author: authorRecord(row, urlsOf(config.baseUrl)) };
  },
});

export const searchAuthors = operation({
  name: 'searchAuthors',
  summary: 'Search authors',
  description:
    'Finds authors whose name, niche, role or bio contains the text, ignoring case. Verified authors come first, ' +
    'then those with more pieces.',
  input: {
    q: Query('Free text: a topic, part of a name, or a niche.'),
    limit: Limit(PAGE_SIZES.authors),
    cursor: Cursor,
  },
  output: {
    query: Type.String(),
    count: Type.Integer(),
    results: Type.Array(AuthorHit),
    next_cursor: NextCursor,
  },
  sample: { q: 'bridges', limit: 1 },
  example: (urls) => ({
    query: 'bridges',
    count: 1,
    results: [authorHit(EXAMPLE_AUTHOR, urls)],
    next_cursor: null,
  }),
  refuse: (input) => cursors.placeIn(input),
  async run({ store, config }, input) {
    const { q, limit = PAGE_SIZES.authors.default } = input;
    const search = { term: fold(q.trim()), after: cursors.placeIn(input), limit: limit + 1 };
    const found = await store.search((moment) => moment.authors.search(search));
    const { rows, next_cursor } = cursors.page(input, found, limit);
    const urls = urlsOf(config.baseUrl);
    const results = rows.map((row) => authorHit(row, urls));
    return { query: q, count: results.length, results, next_cursor };
  },
});

const cursors = new ListCursors<AuthorRank, AuthorRank>('authors', {
  write: ({ identity_verified, pieces_count, name, slug }) =>
    JSON.stringify([identity_verified, pieces_count, name, slug]),
  read: rankFrom,
});

function rankFrom(text: string): AuthorRank | null {
  const [verified, count, name, slug] = listFrom(text);
  const isRank =
    (verified === 0 || verified === 1) && Number.isSafeInteger(count) && typeof name === 'string';
  if (!isRank || !isClean(name) || typeof slug !== 'string' || !isSlug(slug)) return null;
  return { identity_verified: verified, pieces_count: Number(count), name, slug };
}

function listFrom(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
