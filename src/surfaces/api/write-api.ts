// The write API: a writer's key may create drafts and list the writer's own pieces. Nothing more.

import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { Problem } from '../../errors.ts';
import { bearerToken } from '../../http/bearer.ts';
import { networkOf } from '../../http/limits/client-address.ts';
import { limiter } from '../../http/limits/rate-limits.ts';
import {
  ANY_FAILURE,
  CHALLENGE,
  failure,
  jsonResponse,
  problemWith,
} from '../../http/openapi/documented-responses.ts';
import { withExamples } from '../../http/openapi/parameter-examples.ts';
import { inputFrom } from '../../http/operation-input.ts';
import { resource } from '../../http/resource.ts';
import type { KeyActor } from '../../operations/actor.ts';
import { actorForKey } from '../../operations/api-keys/api-keys.ts';
import { EXAMPLE_BODY } from '../../operations/examples.ts';
import type { Context } from '../../operations/operation.ts';
import {
  contentFrom,
  createdExample,
  ListOwnInput,
  ListOwnOutput,
  listOwnPieces,
  ownPiecesExample,
  submitDraft,
  sweepAnswers,
} from '../../operations/pieces/api-drafts.ts';
import { urlsOf } from '../../operations/urls.ts';
import { CreatePieceBody, CreatePieceResponse } from '../../schemas/drafts.ts';
import { LIMITS, RATES } from '../../schemas/limits.ts';
import { checkerOf } from '../../schemas/validation.ts';

/** How often answers to repeated requests that are too old are removed. */
const SWEEP_MS = 10 * 60_000;

const checkListInput = checkerOf(ListOwnInput);
const OWN_SAMPLE = { status: 'draft', limit: 1 };

const REFUSED = 'The input is not as expected; `errors` names each field.';
const UNAUTHORISED = {
  401: failure('The Authorization header is missing or malformed.', ['unauthorised'], CHALLENGE),
};

export async function writeApi(scope: FastifyInstance, context: Context): Promise<void> {
  // Fastify parses plain text by default; a draft must be JSON.
  scope.removeContentTypeParser('text/plain');
  const urls = urlsOf(context.config.baseUrl);
  const actors = new WeakMap<FastifyRequest, KeyActor>();
  const actorOf = (request: FastifyRequest): KeyActor => {
    const actor = actors.get(request);
    if (!actor) throw new Problem('unauthorised');
    return actor;
  };

  // Before the body is parsed: a client without permission is told so, whatever the body is.
  const authenticate: onRequestAsyncHookHandler = async (request, reply) => {
    reply.header('cache-control', 'no-store');
    reply.header('www-authenticate', 'Bearer');
    const key = bearerToken(request.headers.authorization);
    reply.removeHeader('www-authenticate');
    const actor = await actorForKey(context, key);
    if (request.method === 'POST' && !actor.mayWrite) throw new Problem('scope_refused');
    actors.set(request, actor);
    request.isKnownSender = true;
  };

  sweepRegularly(scope, context);
  const perAddress = limiter(scope, context.config, RATES.read, networkOf);
  const perKey = limiter(scope, context.config, RATES.write, (request) => actorOf(request).keyId);
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
          properties: {
            'Idempotency-Key': {
              type: 'string',
              minLength: 1,
              maxLength: LIMITS.idempotencyKey,
              description: 'Any text of your own, such as a UUID: one for each draft.',
              examples: ['9b2f5c1e-gullies-1'],
            },
          },
        },
        body: { ...CreatePieceBody, examples: [EXAMPLE_BODY] },
        response: {
          201: jsonResponse('The draft is stored.', CreatePieceResponse, createdExample(urls)),
          400: failure(`${REFUSED} Or the body is not JSON, or has too many values.`, [
            problemWith(contentFrom, { ...EXAMPLE_BODY, headline: ' ' }),
            'malformed_json',
            'too_many_values',
          ]),
          ...UNAUTHORISED,
          403: failure('The key is unknown, revoked, expired or lacks the scope.', [
            'key_refused',
            'scope_refused',
          ]),
          413: failure('The body is larger than 2 MiB.', ['too_large']),
          415: failure('The body is not sent as application/json.', ['unsupported_type']),
          422: failure('The Idempotency-Key was used with another body.', ['key_reused']),
          ...ANY_FAILURE,
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
        querystring: withExamples(ListOwnInput, OWN_SAMPLE),
        response: {
          200: jsonResponse('Found.', ListOwnOutput, ownPiecesExample(urls)),
          400: failure(REFUSED, [problemWith(checkListInput, { ...OWN_SAMPLE, limit: 0 })]),
          ...UNAUTHORISED,
          403: failure('The key is unknown, revoked or expired.', ['key_refused']),
          ...ANY_FAILURE,
        },
      },
      async handler(request, reply) {
        const input = checkListInput(inputFrom(request, ListOwnInput));
        const answer = await listOwnPieces(context, actorOf(request), input);
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      },
    },
  });
}

function sweepRegularly(scope: FastifyInstance, context: Context): void {
  const sweep = () =>
    sweepAnswers(context).catch((error) =>
      scope.log.warn({ err: error }, 'old answers could not be removed'),
    );
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  scope.addHook('onListen', async () => {
    sweeping = sweep();
    timer = setInterval(() => {
      sweeping = sweep();
    }, SWEEP_MS).unref();
  });
  scope.addHook('onClose', async () => {
    clearInterval(timer);
    await sweeping;
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
