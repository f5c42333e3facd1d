// The public read API: open to everyone, from every origin, without a key.

import type { FastifyInstance } from 'fastify';
import { openToAllOrigins } from '../../http/cors.ts';
import { notFound } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import type { ReadRequest } from '../../http/public-reads.ts';
import { readEndpoint } from '../../http/read-endpoint.ts';
import { parameter } from '../../http/resource.ts';
import { getAuthor, searchAuthors } from '../../operations/authors/authors.ts';
import type { Context } from '../../operations/operation.ts';
import { getPiece } from '../../operations/pieces/pieces.ts';
import { authorPieces, recentPieces } from '../../operations/pieces/recent-pieces.ts';
import { searchPieces } from '../../operations/pieces/search-pieces.ts';

const NO_AUTHOR = { meaning: 'No author has this slug.', code: 'author_not_found' } as const;

const writerIn = (request: ReadRequest) => parameter(request, 'slug');

export async function publicApi(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  limitReads(scope);
  scope.setNotFoundHandler(notFound);

  readEndpoint(scope, context, searchAuthors, {
    url: '/authors/search',
    tag: 'Authors',
  });
  readEndpoint(scope, context, getAuthor, {
    url: '/authors/:slug',
    tag: 'Authors',
    notFound: NO_AUTHOR,
    writerIn,
  });
  readEndpoint(scope, context, authorPieces, {
    url: '/authors/:slug/pieces',
    tag: 'Pieces',
    notFound: NO_AUTHOR,
    writerIn,
  });
  readEndpoint(scope, context, recentPieces, {
    url: '/pieces/recent',
    tag: 'Pieces',
    notFound: NO_AUTHOR,
  });
  readEndpoint(scope, context, searchPieces, {
    url: '/pieces/search',
    tag: 'Pieces',
    notFound: NO_AUTHOR,
  });
  readEndpoint(scope, context, getPiece, {
    url: '/pieces/:id',
    tag: 'Pieces',
    notFound: {
      meaning: 'There is no such piece, or it is not published.',
      code: 'piece_not_found',
    },
  });
}
