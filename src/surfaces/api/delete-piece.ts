// DELETE /api/v1/pieces/{id}: a program deletes a draft that its key created, unless the draft was changed since.

import type { onRequestHookHandler } from 'fastify';
import { Type } from 'typebox';
import { failure, jsonResponse } from '../../http/openapi/documented-responses.ts';
import { withExamples } from '../../http/openapi/parameter-examples.ts';
import { type Method, parameter } from '../../http/resource.ts';
import { deleteDraft, deletedExample } from '../../operations/api-keys/delete-draft.ts';
import { EXAMPLE_DRAFT } from '../../operations/examples.ts';
import type { Context } from '../../operations/operation.ts';
import { DeletedDraft } from '../../schemas/drafts.ts';
import { KEY_FAILURES, KEYED, POLICY } from './described-keys.ts';
import type { KeyRequests } from './key-requests.ts';

const Draft = Type.Object({ id: Type.String({ description: 'The `id` of the draft.' }) });

/** Content-Type is dropped from a request without a body, because many clients send it with every request. */
const forgetTypeOfNothing: onRequestHookHandler = ({ headers }, _reply, done) => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  if (Number(length) === 0 && encoding === undefined) delete headers['content-type'];
  done();
};

export const deletePiece = (context: Context, keys: KeyRequests): Method => ({
  onRequest: [forgetTypeOfNothing, ...keys.hooks('drafts')],
  schema: {
    ...KEYED,
    operationId: 'deletePiece',
    summary: 'Delete a draft',
    description:
      'Moves a draft that this key created to the trash of its writer, if nobody has edited, shared or moved it ' +
      'since. Repeating the request gives the same response.',
    params: withExamples(Draft, { id: EXAMPLE_DRAFT.id }),
    response: {
      200: jsonResponse('The draft is in the trash.', DeletedDraft, deletedExample(), POLICY),
      400: failure('The request has a body that is not JSON. It needs no body.', [
        'malformed_json',
        'too_many_values',
      ]),
      403: failure(
        'The key is unknown, revoked, expired, lacks the scope or did not create the draft.',
        ['key_refused', 'scope_refused', 'draft_of_another'],
      ),
      404: failure('The writer of this key has no such draft.', ['draft_not_found']),
      409: failure('The draft has been edited, shared or moved to another state since.', [
        'draft_touched',
      ]),
      413: failure('The request has a body that is larger than 2 MiB.', ['too_large']),
      415: failure('The request has a body that is not JSON, or that is compressed.', [
        'unsupported_type',
        'unsupported_encoding',
      ]),
      ...KEY_FAILURES,
    },
  },
  async handler(request, reply) {
    const deleted = await deleteDraft(context, keys.actorOf(request), parameter(request, 'id'));
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(deleted));
  },
});
