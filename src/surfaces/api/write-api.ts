// The write API: a writer's key may create drafts with images, read, revise and delete them, and list its pieces.

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
import { resource } from '../../http/resource.ts';
import { EXAMPLE_BODY } from '../../operations/examples.ts';
import type { Context } from '../../operations/operation.ts';
import {
  checkDraft,
  checkedExample,
  contentFrom,
  createdExample,
  submitDraft,
} from '../../operations/pieces/api-drafts.ts';
import {
  checkListOwn,
  ListOwnInput,
  ListOwnOutput,
  listOwnPieces,
  ownPiecesExample,
} from '../../operations/pieces/api-list.ts';
import { urlsOf } from '../../operations/urls.ts';
import { CreatePieceBody, CreatePieceResponse, DryRunResponse } from '../../schemas/drafts.ts';
import { checkerOf } from '../../validation.ts';
import {
  BODY_FAILURES,
  CREATED,
  KEY_FAILURES,
  KEYED,
  POLICY,
  REFUSED,
  refusedBody,
} from './described-keys.ts';
import { idempotencyKey, idempotencyKeyHeader } from './idempotency-key.ts';
import { KeyRequests } from './key-requests.ts';
import { me } from './me.ts';
import { notes } from './notes.ts';
import { ownPieces } from './own-piece.ts';
import { uploadImage } from './upload-image.ts';

const OWN_SAMPLE = { status: 'draft', limit: 1 };

const DryRun = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'With `true`, everything is checked, but no draft is created.',
    }),
  ),
});

const checkDryRun = checkerOf(DryRun);

export async function writeApi(scope: FastifyInstance, context: Context): Promise<void> {
  // Fastify parses plain text by default; a draft must be JSON.
  scope.removeContentTypeParser('text/plain');
  const urls = urlsOf(context.config.baseUrl);
  const keys = new KeyRequests(scope, context);
  me(scope, context, keys);
  ownPieces(scope, context, keys);
  notes(scope, context, keys);
  scope.register((uploads) => uploadImage(uploads, context, keys));

  resource(scope, '/pieces', {
    POST: {
      onRequest: keys.hooks('drafts'),
      schema: {
        ...KEYED,
        operationId: 'createPiece',
        summary: 'Create a draft',
        description:
          'Stores a draft for the owner of the key. Only the writer can publish it, by hand, at their desk. With ' +
          'an `Idempotency-Key` header, a request that you repeat within 24 hours creates only one draft. With ' +
          '`dry_run=true`, the draft is checked but not stored.',
        querystring: DryRun,
        headers: {
          type: 'object',
          properties: idempotencyKeyHeader('draft', '9b2f5c1e-gullies-1'),
        },
        body: { ...CreatePieceBody, examples: [EXAMPLE_BODY] },
        response: {
          200: jsonResponse(
            'A dry run: the draft would be stored.',
            DryRunResponse,
            checkedExample(urls),
            POLICY,
          ),
          201: jsonResponse(
            'The draft is stored.',
            CreatePieceResponse,
            createdExample(urls),
            CREATED,
          ),
          400: refusedBody(problemWith(contentFrom, { ...EXAMPLE_BODY, headline: ' ' })),
          ...BODY_FAILURES,
          ...KEY_FAILURES,
        },
      },
      async handler(request, reply) {
        const key = idempotencyKey(request.headers['idempotency-key']);
        const actor = keys.actorOf(request);
        reply.type('application/json; charset=utf-8');
        if (checkDryRun(inputFrom(request, DryRun)).dry_run) {
          const checked = await checkDraft(context, actor, request.body, key);
          return reply.send(JSON.stringify(checked));
        }
        const created = await submitDraft(context, actor, request.body, key);
        reply.code(201).header('location', urls.apiPiece(created.id));
        return reply.send(JSON.stringify(created));
      },
    },
  });

  resource(scope, '/pieces/me', {
    GET: {
      onRequest: keys.hooks('reads'),
      schema: {
        ...KEYED,
        operationId: 'listMyPieces',
        summary: 'List your own pieces',
        description: "Lists the key owner's own pieces in all states, newest first.",
        querystring: withExamples(ListOwnInput, OWN_SAMPLE),
        response: {
          200: jsonResponse('Found.', ListOwnOutput, ownPiecesExample(urls), {
            ...NEXT_PAGE,
            ...POLICY,
          }),
          400: failure(REFUSED, [problemWith(checkListOwn, { ...OWN_SAMPLE, limit: 0 })]),
          403: failure('The key is unknown, revoked or expired.', ['key_refused']),
          ...KEY_FAILURES,
        },
      },
      async handler(request, reply) {
        const input = checkListOwn(inputFrom(request, ListOwnInput));
        const answer = await listOwnPieces(context, keys.actorOf(request), input);
        const link = nextLink(context.config, request.url, answer.next_cursor);
        return reply
          .headers(link)
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(answer));
      },
    },
  });
}
