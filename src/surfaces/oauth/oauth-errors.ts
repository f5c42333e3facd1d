// Errors of the service at the OAuth endpoints, in OAuth's terms: clients read `error`, and treat a body without it
// as a sign of a broken server.

import type { FastifyInstance } from 'fastify';
import type { Problem } from '../../errors.ts';
import { problemFor, tell } from '../../http/error-responses.ts';
import type { Context } from '../../operations/operation.ts';
import { errorBody } from '../../schemas/error-body.ts';
import { MOUNTED_AT } from './exchange.ts';
import { ROUTES } from './metadata.ts';

export function answerInTermsOfOauth(scope: FastifyInstance, { store }: Context): void {
  scope.setErrorHandler((failure, request, reply) => {
    const problem = problemFor(failure, store);
    const body = {
      ...errorBody(problem, tell(request, reply, problem, failure)),
      error: errorOf(problem, request.url),
      error_description: problem.reason,
    };
    return reply
      .code(problem.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  });
}

/** Error codes of RFC 6749 and RFC 7591. A client that gets `temporarily_unavailable` doesn't ask its writer again. */
function errorOf({ status }: Problem, url: string): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  if (status >= 500) return 'server_error';
  const isRegistration = url.startsWith(MOUNTED_AT + ROUTES.registration);
  return isRegistration ? 'invalid_client_metadata' : 'invalid_request';
}
