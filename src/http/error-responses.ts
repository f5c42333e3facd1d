// Turns every thrown value into the error body or an error page, without internal details.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type ErrorCode, Problem } from '../errors.ts';
import type { Html } from '../rendering/templates/html.ts';
import { errorBody } from '../schemas/error-body.ts';
import type { Store } from '../store/store.ts';
import { hasBody } from './bounds/request-kinds.ts';
import { allowAllOrigins } from './cors.ts';
import { logOf } from './log/request-log.ts';
import { sendProblemPage } from './pages/pages.ts';
import { forPeople } from './pages/try-again.ts';
import { RETRY_AFTER_SECONDS } from './retry-after.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { hostsIn } from './targets/host-headers.ts';
import { isForPrograms } from './urls-for-programs.ts';

const REFUSALS: ReadonlySet<ErrorCode> = new Set(['overloaded', 'search_busy']);

const FROM_FASTIFY: { [code: string]: ErrorCode } = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'no_image',
};

/** Error page; `requestId` is set if the operator has to look into the error. */
export type ProblemPage = (problem: Problem, requestId: string | null) => Html;

export function answerProblems(app: FastifyInstance, store: Store, pageFor: ProblemPage): void {
  app.setErrorHandler((error, request, reply) => {
    answer(request, reply, problemFor(error, store), pageFor, error);
  });
  app.setNotFoundHandler(notFound);
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = hostsIn(raw.rawHeaders);
    const isClear = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0');
    done(isClear ? undefined : new Problem('bad_request'));
  });
  // The preParsing hook runs before the body is parsed, so that a malformed body doesn't hide a 404.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404) return done(new Problem('not_found'));
    if (!isEncoded(request.raw)) return done(null, payload);
    reply.header('accept-encoding', 'identity');
    return done(new Problem('unsupported_encoding'));
  });
}

/** Compressed bodies are refused, because a small one may unpack to gigabytes. */
const isEncoded = (request: IncomingMessage) =>
  !/^(?:identity)?$/i.test(request.headers['content-encoding'] ?? '') && hasBody(request);

export function notFound(): never {
  throw new Problem('not_found');
}

/** Sends the error body as JSON, even for URLs that people read. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  cause: unknown = problem,
): FastifyReply {
  const body = errorBody(problem, tell(request, reply, problem, cause));
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

export function answerAsJson(scope: FastifyInstance, store: Store): void {
  scope.setErrorHandler((error, request, reply) =>
    sendProblem(request, reply, problemFor(error, store), error),
  );
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  pageFor: ProblemPage,
  cause: unknown = problem,
): FastifyReply {
  if (isForPrograms(request.url)) return sendProblem(request, reply, problem, cause);
  const requestId = tell(request, reply, problem, cause);
  // The page's title already says that there were too many requests.
  const page = pageFor(forPeople(problem, reply, ''), requestId);
  return sendProblemPage(reply, page, problem.status);
}

/** Logs errors that the operator has to look into, and returns the request id of the log line. */
export function tell(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code }: Problem,
  cause: unknown,
): string | null {
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  // Status 501, for a method or feature that isn't offered, isn't the service's fault.
  if (status < 500 || status === 501 || isBrokenOff(reply, cause)) return null;
  // Refusals are logged without a stack: they are frequent under load and need no investigation.
  const isRefusal = REFUSALS.has(code);
  logOf(request).error(isRefusal ? { code } : { err: cause, code }, 'request failed');
  return request.id;
}

/** True if the client disconnected while a stream was being sent, which isn't the service's fault. */
const isBrokenOff = ({ raw }: FastifyReply, cause: unknown) =>
  raw.destroyed &&
  cause instanceof Error &&
  'code' in cause &&
  cause.code === 'ERR_STREAM_PREMATURE_CLOSE';

function isClientError(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500;
}

export function problemFor(error: unknown, store: Store): Problem {
  if (error instanceof Problem) return error;
  if (store.isDiskFull(error)) return new Problem('disk_full');
  // Clients that hang up cause the same ECONNRESET as a failing database.
  const isClients = isClientError(error);
  if (!isClients && store.unavailable(error) !== undefined) return new Problem('unavailable');
  if (!(error instanceof Error)) return new Problem('fault');
  const code = 'code' in error ? FROM_FASTIFY[String(error.code)] : undefined;
  return new Problem(code ?? (isClients ? 'bad_request' : 'fault'));
}

/** Answers URLs that the router can't parse. No hooks have run, so CORS and security headers are set here. */
export const answerUnroutable =
  (pageFor: ProblemPage, headers: SecurityHeaders) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers(headers);
    if (request.url.startsWith('/api/public/')) allowAllOrigins(reply);
    const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
    const problem = new Problem(isTooLong ? 'not_found' : 'bad_request');
    return answer(request, reply, problem, pageFor);
  };

const LINGER_MS = 1_000;

const UNPARSABLE: { [code: string]: ErrorCode } = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Sends the error body for requests that Node's HTTP parser refuses. */
export const answerUnparsable = (headers: SecurityHeaders) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const code = UNPARSABLE[error.code ?? ''] ?? 'bad_request';
    const { status } = ERRORS[code];
    const body = JSON.stringify(errorBody(new Problem(code)));
    // Destroying the socket ends clients that keep sending; without a pause, they might miss the response.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.end(
      `HTTP/1.1 ${status} ${code}\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}connection: close\r\n\r\n${body}`,
    );
  };
};
