// PUT and PATCH /api/v1/pieces/{id}: a program revises a piece of its writer, whole or in some fields.

import { Problem } from '../../errors.ts';
import { failure, jsonResponse, problemWith } from '../../http/openapi/documented-responses.ts';
import { type Method, parameter } from '../../http/resource.ts';
import {
  EXAMPLE_CHANGE,
  EXAMPLE_TAG,
  proposedExample,
  revisedExample,
} from '../../operations/editorial/examples.ts';
import { pieceTag } from '../../operations/editorial/if-match.ts';
import { checkPrecondition, revisePiece } from '../../operations/editorial/revise.ts';
import { EXAMPLE_BODY } from '../../operations/examples.ts';
import type { Context } from '../../operations/operation.ts';
import { contentFrom } from '../../operations/pieces/api-drafts.ts';
import { checkChange } from '../../operations/pieces/changed-content.ts';
import { urlsOf } from '../../operations/urls.ts';
import { ChangePieceBody } from '../../schemas/change-piece.ts';
import { CreatePieceBody } from '../../schemas/drafts.ts';
import { RevisePieceResponse } from '../../schemas/editorial/editorial.ts';
import { BODY_FAILURES, KEY_FAILURES, KEYED, refusedBody } from './described-keys.ts';
import { idempotencyKey, idempotencyKeyHeader } from './idempotency-key.ts';
import type { KeyRequests } from './key-requests.ts';
import { NOT_OWN, OwnPieceId, TAGGED } from './own-piece-parts.ts';

const OUTCOME =
  'Saves a new version if this key wrote the last one, and the piece is a draft or changes were requested. ' +
  'Otherwise, it creates a proposal: if the writer has written since, if this key never wrote in the piece, or ' +
  'if the piece is in review or public. The writer takes all of a proposal, some of it or none, at their desk. ' +
  'A newer proposal of a key supersedes its older one. ';

const ONCE = 'With an `Idempotency-Key` header, a repeated request runs only once.';

export const putPiece = (context: Context, keys: KeyRequests): Method =>
  revision(context, keys, 'PUT', {
    operationId: 'revisePiece',
    summary: 'Revise a piece',
    description:
      `${OUTCOME}Fields that you leave out get their defaults, as in a new draft; \`empties\` lists those that a ` +
      `proposal would empty. To keep them, use PATCH. ${ONCE}`,
    body: { ...CreatePieceBody, examples: [EXAMPLE_BODY] },
    refused: problemWith(contentFrom, { ...EXAMPLE_BODY, headline: ' ' }),
  });

export const patchPiece = (context: Context, keys: KeyRequests): Method =>
  revision(context, keys, 'PATCH', {
    operationId: 'changePiece',
    summary: 'Change some fields of a piece',
    description:
      `${OUTCOME}Only the fields that you send change, and null empties a field. A field is replaced as a whole: ` +
      `send all tags, and the whole text. ${ONCE}`,
    body: { ...ChangePieceBody, examples: [EXAMPLE_CHANGE] },
    refused: problemWith(checkChange, { ...EXAMPLE_CHANGE, headline: ' ' }),
  });

interface Described {
  operationId: string;
  summary: string;
  description: string;
  body: object;
  refused: Problem;
}

const revision = (
  context: Context,
  keys: KeyRequests,
  method: 'PUT' | 'PATCH',
  { refused, ...described }: Described,
): Method => ({
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
    ...described,
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
    response: responses(context, refused),
  },
  async handler(request, reply) {
    const { headers, body } = request;
    const revised = await revisePiece(context, keys.actorOf(request), {
      id: parameter(request, 'id'),
      method,
      body,
      ifMatch: headers['if-match'] ?? null,
      idempotencyKey: idempotencyKey(headers['idempotency-key']),
    });
    return reply
      .code(revised.proposal ? 202 : 200)
      .header('etag', await pieceTag(context, revised.id, revised.version))
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(revised));
  },
});

function responses({ config }: Context, refused: Problem) {
  const urls = urlsOf(config.baseUrl);
  return {
    200: jsonResponse('A new version.', RevisePieceResponse, revisedExample(urls), TAGGED),
    202: jsonResponse(
      'A proposal for the writer to take or decline. The working copy has not changed.',
      RevisePieceResponse,
      proposedExample(urls),
      TAGGED,
    ),
    400: refusedBody(refused),
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
