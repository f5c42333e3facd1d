// Reading authors.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { fold } from '../../rendering/text/fold.ts';
import { Author, AuthorHit } from '../../schemas/authors.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { Limit, Query } from '../../schemas/shapes.ts';
import { isSlug } from '../../schemas/text.ts';
import { EXAMPLE_AUTHOR } from '../examples.ts';
import { operation } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { authorHit, authorRecord } from './author-records.ts';

export const getAuthor = operation({
  name: 'getAuthor',
  summary: 'Get an author by slug',
  description: 'The public profile of one author. A slug the author had before works too.',
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
    'Authors whose name, niche, role or bio contains the text, whatever its case. ' +
    'Verified authors come first, then those with more pieces.',
  input: {
    q: Query('Free text: a topic, a fragment of a name, a niche.'),
    limit: Limit(LIMITS.authorSearch),
  },
  output: {
    query: Type.String(),
    count: Type.Integer(),
    results: Type.Array(AuthorHit),
  },
  sample: { q: 'bridges', limit: 1 },
  example: (urls) => ({
    query: 'bridges',
    count: 1,
    results: [authorHit(EXAMPLE_AUTHOR, urls)],
  }),
  async run({ store, config }, { q, limit = LIMITS.authorSearch.default }) {
    const urls = urlsOf(config.baseUrl);
    const rows = await store.search((moment) => moment.authors.search(fold(q.trim()), limit));
    const results = rows.map((row) => authorHit(row, urls));
    return { query: q, count: results.length, results };
  },
});
