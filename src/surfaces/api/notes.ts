// /api/v1/pieces/{id}/notes: a program reads the writer's notes on a piece, and replies.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  failure,
  jsonResponse,
  NEXT_PAGE,
  problemWith,
} from '../../http/openapi/documented-responses.ts';
import { withExamples } from '../../http/openapi/parameter-examples.ts';
import { inputFrom } from '../../http/operation-input.ts';
import { nextLink } from '../../http/pagination-link.ts';
import { type Method, parameter, resource } from '../../http/resource.ts';
import {
  checkListNotes,
  ListNotesInput,
  ListNotesOutput,
  listNotes,
  replyFrom,
  replyWithKey,
} from '../../operations/editorial/api-notes.ts';
import {
  EXAMPLE_NOTE,
  EXAMPLE_REPLY,
  notesExample,
  repliedExample,
} from '../../operations/editorial/examples.ts';
import { EXAMPLE_DRAFT } from '../../operations/examples.ts';
import type { Context } from '../../operations/operation.ts';
import { ReplyBody, ReplyResponse } from '../../schemas/editorial/editorial.ts';
import {
  BODY_FAILURES,
  KEY_FAILURES,
  KEYED,
  POLICY,
  REFUSED,
  refusedBody,
} from './described-keys.ts';
import { idempotencyKey, idempotencyKeyHeader } from './idempotency-key.ts';
import type { KeyRequests } from './key-requests.ts';
import { OwnPieceId } from './own-piece-parts.ts';

const LIST_SAMPLE = { state: 'open', limit: 10 };

const NotePath = withExamples(
  Type.Object({
    id: Type.String({ description: 'The `id` of the piece.' }),
    note: Type.String({ description: 'The `id` of the note.' }),
  }),
  { id: EXAMPLE_DRAFT.id, note: EXAMPLE_NOTE.id },
);

export function notes(scope: FastifyInstance, context: Context, keys: KeyRequests): void {
  resource(scope, '/pieces/:id/notes', { GET: list(context, keys) });
  resource(scope, '/pieces/:id/notes/:note/replies', { POST: replies(context, keys) });
}

const list = (context: Context, keys: KeyRequests): Method => ({
  onRequest: keys.hooks('reads'),
  schema: {
    ...KEYED,
    operationId: 'listNotes',
    summary: 'List the notes on a piece',
    description:
      "Lists the writer's notes on one of their pieces, oldest first, each with its replies. A note on marked " +
      'words has them in `selector`, a TextQuoteSelector of the W3C. `place` says where they are in the ' +
      'working copy, and is null if they are gone. Only the writer can open or resolve a note.',
    params: OwnPieceId,
    querystring: withExamples(ListNotesInput, LIST_SAMPLE),
    response: {
      200: jsonResponse('Found.', ListNotesOutput, notesExample(), { ...NEXT_PAGE, ...POLICY }),
      400: failure(REFUSED, [problemWith(checkListNotes, { ...LIST_SAMPLE, limit: 0 })]),
      403: failure('The key is unknown, revoked or expired.', ['key_refused']),
      404: failure('The writer of this key has no such piece.', ['own_piece_not_found']),
      ...KEY_FAILURES,
    },
  },
  async handler(request, reply) {
    const input = checkListNotes(inputFrom(request, ListNotesInput));
    const id = parameter(request, 'id');
    const answer = await listNotes(context, keys.actorOf(request), id, input);
    return reply
      .headers(nextLink(context.config, request.url, answer.next_cursor))
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(answer));
  },
});

const replies = (context: Context, keys: KeyRequests): Method => ({
  onRequest: keys.hooks('drafts'),
  schema: {
    ...KEYED,
    operationId: 'replyToNote',
    summary: 'Reply to a note',
    description:
      "Adds a reply to one of the writer's notes. With an `Idempotency-Key` header, a request that you repeat " +
      'within 24 hours adds only one reply.',
    params: NotePath,
    headers: {
      type: 'object',
      properties: idempotencyKeyHeader('reply', '9b2f5c1e-gullies-3'),
    },
    body: { ...ReplyBody, examples: [EXAMPLE_REPLY] },
    response: {
      201: jsonResponse('The reply is stored.', ReplyResponse, repliedExample(), POLICY),
      400: refusedBody(problemWith(replyFrom, { body: ' ' })),
      404: failure('The writer has no such piece, or the piece has no such note.', [
        'own_piece_not_found',
        'note_not_found',
      ]),
      409: failure('The note already has the maximum number of replies.', ['many_replies']),
      ...BODY_FAILURES,
      ...KEY_FAILURES,
    },
  },
  async handler(request, reply) {
    const replied = await replyWithKey(context, keys.actorOf(request), {
      id: parameter(request, 'id'),
      noteId: parameter(request, 'note'),
      body: request.body,
      idempotencyKey: idempotencyKey(request.headers['idempotency-key']),
    });
    return reply.code(201).type('application/json; charset=utf-8').send(JSON.stringify(replied));
  },
});
