// Calls from a page's own script: checked for CSRF like a form, answered with JSON.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import { problemFor, sendProblem } from '../../../http/error-responses.ts';
import type { Limit } from '../../../http/limits/rate-limits.ts';
import { requireCsrfToken } from '../../../http/pages/csrf.ts';
import { sessionOf } from '../../../http/pages/session-cookie.ts';
import { resource } from '../../../http/resource.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { Context } from '../../../operations/operation.ts';

export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A scope where errors are JSON, not pages. */
export function scriptCalls(
  scope: FastifyInstance,
  context: Context,
  define: (calls: FastifyInstance) => void,
): void {
  scope.register(async (calls) => {
    calls.setErrorHandler((error, request, reply) =>
      sendProblem(request, reply, problemFor(error, context.store), error),
    );
    define(calls);
  });
}

export function visitorCall(
  calls: FastifyInstance,
  context: Context,
  url: string,
  answer: (call: Call) => Promise<object>,
  limits: readonly Limit[],
): void {
  resource(calls, url, {
    POST: {
      async handler(request, reply) {
        await requireCsrfToken(context, request);
        for (const limit of limits) await limit(request, reply);
        return sendFound(reply, await answer({ request, reply }));
      },
    },
  });
}

export function writerCall(
  calls: FastifyInstance,
  context: Context,
  url: string,
  answer: (me: SignedIn, call: Call) => Promise<object>,
): void {
  resource(calls, url, {
    POST: {
      async handler(request, reply) {
        // The session first: a script that was signed out must hear that, not that its CSRF token is old.
        const me = await sessionOf(context, request);
        if (!me) throw new Problem('session_over');
        await requireCsrfToken(context, request);
        return sendFound(reply, await answer(me, { request, reply }));
      },
    },
  });
}

const sendFound = (reply: FastifyReply, found: object) =>
  reply.header('cache-control', 'no-store').send({ ok: true, ...found });
