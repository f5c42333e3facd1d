// The write API: a writer's key may create drafts and list the writer's own pieces. Nothing more.

import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { Problem } from '../../errors.ts';
import { bearerToken } from '../../http/bearer.ts';
import { ANY_FAILURE, failure, jsonResponse } from '../../http/documented.ts';
import { inputFrom } from '../../http/operation-input.ts';
import { addressKey, limiter } from '../../http/rate-limits.ts';
import { resource } from '../../http/resource.ts';
import type { KeyActor } from '../../operations/actor.ts';
import { actorForKey } from '../../operations/keys.ts';
import type { Context } from '../../operations/operation.ts';
import {
  ListOwnInput,
  ListOwnOutput,
  listOwnPieces,
  submitDraft,
} from '../../operations/submissions.ts';
import { CreatePieceBody, CreatePieceResponse } from '../../schemas/drafts.ts';
import { LIMITS, RATES } from '../../schemas/limits.ts';
import { checkerOf } from '../../schemas/validation.ts';

const checkListInput = checkerOf(ListOwnInput);

const FAILURES = {
  400: failure('The input is not as expected; `errors` names each field.'),
  401: failure('The Authorization header is missing or malformed.'),
  403: failure('The key is unknown, revoked, expired or lacks the scope.'),
  ...ANY_FAILURE,
};

export async function writeApi(scope: FastifyInstance, context: Context): Promise<void> {
  // Fastify reads plain text by itself; a draft comes as JSON or not at all.
  scope.removeContentTypeParser('text/plain');
  const actors = new WeakMap<FastifyRequest, KeyActor>();
  const actorOf = (request: FastifyRequest): KeyActor => {
    const actor = actors.get(request);
    if (!actor) throw new Problem('unauthorised');
    return actor;
  };

  // Before the body is read: who may not write is told so whatever the body is.
  const authenticate: onRequestAsyncHookHandler = async (request, reply) => {
    reply.header('cache-control', 'no-store');
    reply.header('www-authenticate', 'Bearer');
    const actor = await actorForKey(context, bearerToken(request.headers.authorization));
    reply.removeHeader('www-authenticate');
    if (request.method === 'POST' && !actor.mayWrite) throw new Problem('scope_refused');
    actors.set(request, actor);
  };

  const perAddress = await limiter(scope, context.config, RATES.read, ({ ip }) => addressKey(ip));
  const perKey = await limiter(
    scope,
    context.config,
    RATES.write,
    (request) => actorOf(request).keyId,
  );
  const onRequest = [...perAddress, authenticate, ...perKey];

  resource(scope, '/pieces', {
    POST: {
      onRequest,
      schema: {
        operationId: 'createPiece',
        summary: 'Create a draft',
        description:
          'Stores a draft of the key owner. Only the writer, by hand, at their desk, can publish ' +
          'it. With an `Idempotency-Key` header the same request creates one draft however often ' +
          'it is sent within 24 hours.',
        tags: ['Writing'],
        security: [{ apiKey: [] }],
        headers: {
          type: 'object',
          properties: { 'idempotency-key': { type: 'string', maxLength: LIMITS.idempotencyKey } },
        },
        body: CreatePieceBody,
        response: {
          201: jsonResponse('The draft is stored.', CreatePieceResponse),
          ...FAILURES,
          409: failure('A request with this Idempotency-Key is still running.'),
          413: failure('The body is larger than 2 MiB.'),
          415: failure('The body is not sent as application/json.'),
          422: failure('The Idempotency-Key was used with another body.'),
        },
      },
      async handler(request, reply) {
        const key = idempotencyKey(request.headers['idempotency-key']);
        const created = await submitDraft(context, actorOf(request), request.body, key);
        return reply
          .code(201)
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(created));
      },
    },
  });

  resource(scope, '/pieces/me', {
    GET: {
      onRequest,
      schema: {
        operationId: 'listMyPieces',
        summary: 'List your own pieces',
        description: "The key owner's own pieces in every state, newest first.",
        tags: ['Writing'],
        security: [{ apiKey: [] }],
        querystring: ListOwnInput,
        response: { 200: jsonResponse('Found.', ListOwnOutput), ...FAILURES },
      },
      async handler(request, reply) {
        const input = checkListInput(inputFrom(request, ListOwnInput));
        const answer = await listOwnPieces(context, actorOf(request), input);
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      },
    },
  });
}

function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && header !== '' && header.length <= LIMITS.idempotencyKey) {
    return header;
  }
  const reason = `Expected text of 1 to ${LIMITS.idempotencyKey} characters.`;
  throw new Problem('invalid_input', { errors: [{ field: 'Idempotency-Key', reason }] });
}
