// The public read API: open to everyone, from every origin, without a key.

import type { FastifyInstance } from 'fastify';
import { openToAllOrigins } from '../../http/cors.ts';
import { notFound } from '../../http/problems.ts';
import { limitReads } from '../../http/rate-limits.ts';
import { getAuthor, searchAuthors } from '../../operations/authors.ts';
import type { Context } from '../../operations/operation.ts';
import { getPiece, recentPieces, searchPieces } from '../../operations/pieces.ts';
import { readEndpoint } from './read-endpoint.ts';

const BAD_INPUT = { 400: 'A parameter is not as expected.' };
const ALWAYS = { 429: 'Too many requests.', 503: 'Overloaded, or the database is away.' };

export async function publicApi(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  await limitReads(scope, context.config);
  scope.setNotFoundHandler(notFound);

  readEndpoint(scope, context, searchAuthors, {
    url: '/authors/search',
    tag: 'Authors',
    failures: { ...BAD_INPUT, ...ALWAYS },
  });
  readEndpoint(scope, context, getAuthor, {
    url: '/authors/:slug',
    tag: 'Authors',
    failures: { 404: 'No author has this slug.', ...ALWAYS },
  });
  readEndpoint(scope, context, recentPieces, {
    url: '/pieces/recent',
    tag: 'Pieces',
    failures: { ...BAD_INPUT, ...ALWAYS },
  });
  readEndpoint(scope, context, searchPieces, {
    url: '/pieces/search',
    tag: 'Pieces',
    failures: { ...BAD_INPUT, ...ALWAYS },
  });
  readEndpoint(scope, context, getPiece, {
    url: '/pieces/:id',
    tag: 'Pieces',
    failures: { 404: 'There is no such piece, or it is not published.', ...ALWAYS },
  });
}
