// /api/v1/pieces/{id}: a program reads or revises a piece of its writer, or deletes a draft that its key created.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import {
  failure,
  type Headers,
  jsonResponse,
  problemWith,
} from '../../http/openapi/documented-responses.ts';
import { withExamples } from '../../http/openapi/parameter-examples.ts';
import { type Method, parameter, resource } from '../../http/resource.ts';
import {
  EXAMPLE_TAG,
  ownPieceExample,
  proposedExample,
  revisedExample,
} from '../../operations/editorial/examples.ts';
import { versionTag } from '../../operations/editorial/if-match.ts';
import { ownPiece } from '../../operations/editorial/own-piece.ts';
import { checkPrecondition, revisePiece } from '../../operations/editorial/revise.ts';
import { EXAMPLE_BODY, EXAMPLE_DRAFT } from '../../operations/examples.ts';
import type { Context } from '../../operations/operation.ts';
import { contentFrom } from '../../operations/pieces/api-drafts.ts';
import { urlsOf } from '../../operations/urls.ts';
import { CreatePieceBody } from '../../schemas/drafts.ts';
import { MyPieceResponse, RevisePieceResponse } from '../../schemas/editorial/editorial.ts';
import { deletePiece } from './delete-piece.ts';
import { BODY_FAILURES, KEY_FAILURES, KEYED, POLICY, refusedBody } from './described-keys.ts';
import { idempotencyKey, idempotencyKeyHeader } from './idempotency-key.ts';
import type { KeyRequests } from './key-requests.ts';

export const OwnPieceId = withExamples(
  Type.Object({ id: Type.String({ description: 'The `id` of the piece.' }) }),
  { id: EXAMPLE_DRAFT.id },
);

const TAGGED: Headers = {
  ETag: {
    type: 'string',
    description: 'Identifies this version. Send it in If-Match to revise the piece.',
  },
  ...POLICY,
};

const NOT_OWN = failure('The writer of this key has no such piece.', ['own_piece_not_found']);

export function ownPieces(scope: FastifyInstance, context: Context, keys: KeyRequests): void {
  resource(scope, '/pieces/:id', {
    GET: readBack(context, keys),
    PUT: revise(context, keys),
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
      'are open. The ETag names the version, for If-Match.',
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
      .header('etag', versionTag(found.piece.version))
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(found));
  },
});

const revise = (context: Context, keys: KeyRequests): Method => ({
  onRequest: [
    ...keys.hooks('drafts'),
    async (request) => {
      const { headers } = request;
      const repeated = headers['idempotency-key'];
      await checkPrecondition(context, keys.actorOf(request), {
        id: parameter(request, 'id'),
        ifMatch: headers['if-match'] ?? null,
        idempotencyKey: typeof repeated === 'string' ? repeated : null,
      });
    },
  ],
  schema: {
    ...KEYED,
    operationId: 'revisePiece',
    summary: 'Revise a piece',
    description:
      'Saves a new version if this key wrote the last one, and the piece is a draft or changes were requested. ' +
      'Otherwise, it creates a proposal: if the writer has written since, if this key never wrote in the piece, or ' +
      'if the piece is in review or public. The writer takes all of a proposal, some of it or none, at their desk. ' +
      'A newer proposal of a key supersedes its older one. Fields that you leave out get their defaults, as in a ' +
      'new draft. With an `Idempotency-Key` header, a repeated request runs only once.',
    params: OwnPieceId,
    headers: {
      type: 'object',
      properties: {
        'If-Match': {
          type: 'string',
          description:
            'The ETag of the version that you read and are revising. It is checked before the body.',
          examples: [EXAMPLE_TAG],
        },
        ...idempotencyKeyHeader('revision', '9b2f5c1e-gullies-2'),
      },
    },
    body: { ...CreatePieceBody, examples: [EXAMPLE_BODY] },
    response: responses(context),
  },
  async handler(request, reply) {
    const { headers, body } = request;
    const revised = await revisePiece(context, keys.actorOf(request), {
      id: parameter(request, 'id'),
      body,
      ifMatch: headers['if-match'] ?? null,
      idempotencyKey: idempotencyKey(headers['idempotency-key']),
    });
    return reply
      .code(revised.proposal ? 202 : 200)
      .header('etag', versionTag(revised.version))
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(revised));
  },
});

function responses({ config }: Context) {
  const urls = urlsOf(config.baseUrl);
  return {
    200: jsonResponse('A new version.', RevisePieceResponse, revisedExample(urls), TAGGED),
    202: jsonResponse(
      'A proposal for the writer to take or decline. The working copy has not changed.',
      RevisePieceResponse,
      proposedExample(urls),
      TAGGED,
    ),
    400: refusedBody(problemWith(contentFrom, { ...EXAMPLE_BODY, headline: ' ' })),
    404: NOT_OWN,
    409: failure('The piece was rejected, or already has the maximum number of open proposals.', [
      'piece_rejected',
      'many_proposals',
    ]),
    412: failure('The piece has been saved since; `version` is the current version.', [
      new Problem('version_stale', { version: 2 }),
    ]),
    428: failure('The header If-Match is missing.', ['version_required']),
    ...BODY_FAILURES,
    ...KEY_FAILURES,
  };
}
