// Requests from a page's own script: checked for CSRF like a form, answered with JSON.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import { problemFor, sendProblem } from '../../../http/error-responses.ts';
import type { Limit } from '../../../http/limits/rate-limits.ts';
import { requireCsrfToken } from '../../../http/pages/csrf.ts';
import { forPeople } from '../../../http/pages/try-again.ts';
import { resource } from '../../../http/resource.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { Desk } from './page-context.ts';
import { inDeskTerms, senderOf } from './senders.ts';

/** JSON calls before signing in: room for a passkey's response. */
const VISITOR_CALL_BYTES = 128 * 1024;

export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface ScriptCalls {
  readonly scope: FastifyInstance;
  visitor(url: string, answer: (call: Call) => Promise<object>, limits: readonly Limit[]): void;
  writer(url: string, answer: (me: SignedIn, call: Call) => Promise<object>): void;
}

export function scriptCalls({ scope, context }: Desk, define: (calls: ScriptCalls) => void): void {
  scope.register(async (inner) => {
    inner.setErrorHandler(async (error, request, reply) => {
      // The page shows the error's message to a person.
      const problem = forPeople(problemFor(error, context.store), reply);
      return sendProblem(request, reply, await inDeskTerms(context, problem, request), error);
    });
    define({
      scope: inner,
      visitor: (url, answer, limits) =>
        resource(inner, url, {
          POST: {
            bodyLimit: VISITOR_CALL_BYTES,
            async handler(request, reply) {
              await requireCsrfToken(context, request);
              for (const limit of limits) await limit(request, reply);
              return sendFound(reply, await answer({ request, reply }));
            },
          },
        }),
      writer: (url, answer) =>
        resource(inner, url, {
          POST: {
            // Access is checked before the body and the CSRF token, so that a signed-out script gets the right error.
            onRequest: [async (request) => void writerOf(request)],
            async handler(request, reply) {
              const me = writerOf(request);
              await requireCsrfToken(context, request);
              return sendFound(reply, await answer(me, { request, reply }));
            },
          },
        }),
    });
  });
}

export function writerOf(request: FastifyRequest): SignedIn {
  const me = senderOf(request);
  if (!me) throw new Problem('session_over');
  return me;
}

const sendFound = (reply: FastifyReply, found: object) =>
  reply.header('cache-control', 'no-store').send({ ok: true, ...found });
