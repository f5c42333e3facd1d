// GET /api/v1/me: the key's own scope, expiry and limits.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { failure, jsonResponse } from '../../http/openapi/documented-responses.ts';
import { resource } from '../../http/resource.ts';
import { keyStanding, keyStandingExample } from '../../operations/api-keys/key-facts.ts';
import { whatWaits } from '../../operations/editorial/waiting.ts';
import type { Context } from '../../operations/operation.ts';
import { urlsOf } from '../../operations/urls.ts';
import { Waiting } from '../../schemas/editorial/proposal-outcome.ts';
import { KeyFacts, KeyOwner, LimitLeft } from '../../schemas/keys.ts';
import { RATES } from '../../schemas/requests/rates.ts';
import { KEY_FAILURES, KEYED, POLICY } from './described-keys.ts';
import type { KeyRequests } from './key-requests.ts';

const Limits = Type.Unsafe({
  type: ['object', 'null'],
  properties: { reads: LimitLeft, drafts: LimitLeft, images: LimitLeft },
  required: ['reads', 'drafts', 'images'],
  description:
    'What is left of each limit of the key after this request. Null if the service has no rate limits.',
});

const Me = Type.Object({
  ok: Type.Literal(true),
  key: KeyFacts,
  writer: KeyOwner,
  waiting: Waiting,
  limits: Limits,
});

const untouched = ({ max, windowMs }: { max: number; windowMs: number }, used = 0) => ({
  limit: max,
  remaining: max - used,
  window_seconds: windowMs / 1000,
  reset_seconds: windowMs / 1000,
});

export function me(scope: FastifyInstance, context: Context, keys: KeyRequests): void {
  const example = {
    ok: true,
    ...keyStandingExample(urlsOf(context.config.baseUrl)),
    waiting: { open_notes: 2, revision_requests: 0, open_proposals: 0 },
    limits: {
      reads: untouched(RATES.keyRead, 1),
      drafts: untouched(RATES.write),
      images: untouched(RATES.upload),
    },
  };
  resource(scope, '/me', {
    GET: {
      onRequest: keys.hooks('reads'),
      schema: {
        ...KEYED,
        operationId: 'getKey',
        summary: 'Look up your key',
        description:
          'Shows whose key this is, what it may do, when it expires, what waits for an answer, and what is left of ' +
          'its limits.',
        response: {
          200: jsonResponse('Found.', Me, example, POLICY),
          403: failure('The key is unknown, revoked or expired.', ['key_refused']),
          ...KEY_FAILURES,
        },
      },
      async handler(request, reply) {
        const standing = await keyStanding(context, keys.actorOf(request));
        const waiting = await whatWaits(context, keys.actorOf(request));
        const limits = await keys.limitsLeft(request);
        return reply
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ ok: true, ...standing, waiting, limits }));
      },
    },
  });
}
