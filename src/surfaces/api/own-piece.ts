// /api/v1/pieces/{id}: a program reads or revises a piece of its writer, or deletes a draft that its key created.

import type { FastifyInstance } from 'fastify';
import { failure, jsonResponse } from '../../http/openapi/documented-responses.ts';
import { type Method, parameter, resource } from '../../http/resource.ts';
import { ownPieceExample } from '../../operations/editorial/examples.ts';
import { pieceTag } from '../../operations/editorial/if-match.ts';
import { ownPiece } from '../../operations/editorial/own-piece.ts';
import type { Context } from '../../operations/operation.ts';
import { urlsOf } from '../../operations/urls.ts';
import { MyPieceResponse } from '../../schemas/editorial/editorial.ts';
import { deletePiece } from './delete-piece.ts';
import { KEY_FAILURES, KEYED } from './described-keys.ts';
import type { KeyRequests } from './key-requests.ts';
import { NOT_OWN, OwnPieceId, TAGGED } from './own-piece-parts.ts';
import { patchPiece, putPiece } from './revise-piece.ts';

export function ownPieces(scope: FastifyInstance, context: Context, keys: KeyRequests): void {
  resource(scope, '/pieces/:id', {
    GET: readBack(context, keys),
    PUT: putPiece(context, keys),
    PATCH: patchPiece(context, keys),
    DELETE: deletePiece(context, keys),
  });
}

const readBack = (context: Context, keys: KeyRequests): Method => ({
  onRequest: keys.hooks('reads'),
  schema: {
    ...KEYED,
    operationId: 'getMyPiece',
    summary: 'Read a piece back',
    description:
      "Returns one of the key owner's own pieces, in any state: the working copy, who wrote it, and how many notes " +
      'are open, and what became of proposals. The ETag names the version, for If-Match, and changes when a ' +
      'proposal is answered.',
    params: OwnPieceId,
    response: {
      200: jsonResponse(
        'Found.',
        MyPieceResponse,
        ownPieceExample(urlsOf(context.config.baseUrl)),
        TAGGED,
      ),
      400: failure('The URL is malformed.', ['bad_request']),
      403: failure('The key is unknown, revoked or expired.', ['key_refused']),
      404: NOT_OWN,
      ...KEY_FAILURES,
    },
  },
  async handler(request, reply) {
    const found = await ownPiece(context, keys.actorOf(request), parameter(request, 'id'));
    return reply
      .header('etag', await pieceTag(context, found.piece.id, found.piece.version))
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(found));
  },
});
